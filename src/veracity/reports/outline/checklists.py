"""Checklists of reporting (STARD 2015, TRIPOD+AI): what an evaluation answers, what authors must.

Items have the numbers of the statements; their topics are in our words (TRIPOD+AI: compared item by
item with transcriptions of table 2 of the statement). An item is answered here
where the evaluation holds what it asks for, and even then the author says what no data can tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from veracity.errors import refuse
from veracity.reports.tables.document import Block, Listed, Paragraph, Section, Table, plain, table
from veracity.reports.wording.page import WORDS
from veracity.results import Profile, percent, threshold_figure
from veracity.words import Text, say

REFERENCES = {
    "stard": "Bossuyt PM, et al. (2015) BMJ 351:h5527",
    "tripod_ai": "Collins GS, et al. (2024) BMJ 385:e078378",
}
TITLES = {
    "stard": Text("STARD 2015 (diagnostic accuracy)", "STARD 2015（诊断准确性）"),
    "tripod_ai": Text("TRIPOD+AI (prediction models)", "TRIPOD+AI（预测模型）"),
}
# number | topic | 中文 | what answers it here, if anything
STARD = """
1|title or abstract names a measure of accuracy|标题或摘要写明准确性指标|
2|structured abstract|结构化摘要|
3|background, intended use and role of the test|背景、检验的预期用途与作用|
4|objectives and hypotheses|目标与假设|
5|prospective or retrospective|前瞻性或回顾性|
6|eligibility|入选标准|
7|how participants were found|受试者如何确定|
8|setting, place and dates|场所、地点与时间|
9|consecutive, random or convenience series|连续、随机或便利抽样|
10a|index test, so that it can be repeated|待评检验，足以重复|
10b|reference standard, so that it can be repeated|参考标准，足以重复|
11|why this reference standard|参考标准的理由|
12a|cut-off of the index test, and whether set beforehand|待评检验的阈值，是否预先设定|threshold
12b|cut-off of the reference standard|参考标准的阈值|
13a|what readers of the index test knew|判读待评检验者所知的信息|
13b|what assessors of the reference knew|判定参考标准者所知的信息|
14|how accuracy was estimated or compared|准确性的估计与比较方法|methods
15|indeterminate results|不确定结果的处理|
16|missing data|缺失数据的处理|rows
17|analyses of variability|变异性分析|groups
18|intended sample size|计划样本量|
19|flow of participants|受试者流程|rows
20|characteristics of participants|受试者特征|
21a|severity among those with the condition|患者的严重程度分布|
21b|other diagnoses among those without|非患者的其他诊断|
22|time between test and reference|两项检查的间隔与其间干预|
23|cross tabulation of test by reference|检验与参考标准的交叉表|matrix
24|estimates with their precision|估计值及其精度|intervals
25|adverse events|不良事件|
26|limitations|局限性|cautions
27|implications for practice|对实践的意义|
28|registration|注册号|
29|where the protocol is|方案的获取途径|
30|funding|资助|
"""
TRIPOD_AI = """
1|title names model, population and outcome|标题写明模型、人群与结局|
2|abstract by the list for abstracts|按摘要清单撰写的摘要|
3a|healthcare context and existing models|医疗背景与已有模型|
3b|target population, use and users|目标人群、用途与使用者|
3c|known health inequalities|已知的健康不平等|
4|objectives|目标|
5a|sources of data and how representative|数据来源及代表性|
5b|dates|时间|
6a|setting and centres|场所与中心|
6b|eligibility|入选标准|
6c|treatments|治疗|
7|preparation and quality of data|数据预处理与质量检查|
8a|outcome, time horizon, and how it was assessed|结局、时间范围及评估方式|
8b|who assessed a subjective outcome|主观结局的评估者|
8c|blinding of the outcome|结局评估的盲法|
9a|choice of predictors|预测因子的选择|
9b|definition of predictors|预测因子的定义|
9c|who assessed subjective predictors|主观预测因子的评估者|
10|sample size|样本量|
11|missing data|缺失数据|rows
12a|how data were used and divided|数据的使用与划分|
12b|handling of predictors|预测因子的处理|
12c|type of model and how it was built|模型类型与构建|
12d|heterogeneity between clusters|簇间异质性|clusters
12e|measures and plots of performance|性能指标与图|methods
12f|updating of the model|模型更新|
12g|how predictions were calculated|预测值的计算方法|
13|class imbalance|类别不平衡|
14|approaches to fairness|公平性的处理方法|
15|output of the model and thresholds|模型输出与阈值|threshold
16|training against evaluation data|训练数据与评估数据的差异|
17|ethical approval|伦理批准|
18a|funding|资助|
18b|conflicts of interest|利益冲突|
18c|protocol|方案|
18d|registration|注册|
18e|data sharing|数据共享|
18f|code sharing|代码共享|
19|patient and public involvement|患者与公众参与|
20a|flow of participants and numbers with the outcome|受试者流程与结局人数|outcomes
20b|characteristics of participants|受试者特征|
20c|comparison with the development data|与开发数据的比较|
21|numbers of participants and events in each analysis|各项分析的人数与事件数|outcomes
22|the whole model|完整的模型|
23a|performance with intervals, in key subgroups too|性能及区间，包括关键亚组|intervals
23b|heterogeneity of performance between clusters|性能的簇间异质性|
24|results of updating|更新的结果|
25|interpretation|解释|
26|limitations|局限性|cautions
27a|poor or missing input in use|使用中输入质量差或缺失|
27b|interaction and expertise needed|所需的交互与专业知识|
27c|next steps and generalisability|后续研究与可推广性|
"""
LISTS = {"stard": STARD, "tripod_ai": TRIPOD_AI}


@dataclass(frozen=True, slots=True)
class Item:
    """One item: its number and topic, and what this evaluation says to it (None: the author)."""

    number: str
    topic: Text
    answer: Text | None


def items(profile: Profile, which: str) -> tuple[Item, ...]:
    """Every item of a checklist, with what the evaluation answers."""
    if which not in LISTS:
        raise refuse("checklist_unknown", given=repr(which), names=", ".join(LISTS))
    known = dict(_answers(profile))
    rows = (line.split("|") for line in LISTS[which].strip().splitlines())
    return tuple(Item(n, Text(en, zh), known.get(by)) for n, en, zh, by in rows)


def checklist_layout(profile: Profile, which: str) -> Table:
    """The checklist as a table: number, topic, what is reported here or that the author must."""
    author = WORDS["author_writes"]
    rows = [(one.number, one.topic, one.answer or author) for one in items(profile, which)]
    head = (WORDS["column_item"], WORDS["column_topic"], WORDS["column_here"])
    return table(TITLES[which], head, rows, left=3)


def checklists_section(profile: Profile) -> Section:
    """What this evaluation answers of STARD 2015 and TRIPOD+AI, and what the author must."""
    blocks: list[Block] = []
    for name in LISTS:
        blocks += [Paragraph(TITLES[name]), checklist_layout(profile, name)]
    cited = Listed(tuple(plain(REFERENCES[name]) for name in LISTS))
    return Section("checklists", WORDS["checklists"], (*blocks, cited))


def _answers(profile: Profile) -> Iterator[tuple[str, Text]]:
    """What this evaluation can say, by what is asked for."""
    yield "methods", say("checklist_methods")
    account = profile.rows
    yield "rows", say("checklist_rows", used=account.used, read=account.read)
    level = percent(profile.settings["confidence_level"])
    yield "intervals", say("checklist_intervals", level=level)
    threshold = profile.settings.get("threshold")
    if isinstance(threshold, float):
        yield "threshold", say("checklist_threshold", at=threshold_figure(threshold))
    if profile.counts is not None:
        yield "matrix", say("checklist_matrix")
    clusters = profile.settings.get("clusters")
    if clusters:
        yield "clusters", say("checklist_clusters", n=clusters)
    groups = {line.of for line in profile.lines if line.scope == "group"}
    if groups:
        yield "groups", say("checklist_groups", n=len(groups))
    if profile.cautions:
        yield "cautions", say("checklist_cautions", n=len(profile.cautions))
    if profile.counts is not None and profile.pos_label is not None and len(profile.labels) == 2:
        positive = profile.labels.index(profile.pos_label)
        n = float(profile.counts[positive].sum())
        yield "outcomes", say("checklist_outcomes", n=f"{n:g}", used=account.used)
