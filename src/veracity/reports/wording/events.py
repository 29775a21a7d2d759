"""Headings and captions of reports of events, in both languages."""

from __future__ import annotations

from veracity.words import Text

WORDS: dict[str, Text] = {
    "title": Text("Events in time", "时间事件"),
    "rules": Text("The rules side by side", "各规则并列"),
    "rule": Text("Rule", "规则"),
    "rules_how": Text(
        "The same recordings and the same detections; only what counts as found differs.",
        "记录与检测都相同，只是“发现”的标准不同。",
    ),
    "timelines": Text("Timelines", "时间线"),
    "timelines_how": Text(
        "Reference above, detections below, under {rule}. Filled: found, or no false alarm. Dashed "
        "and red: missed events and false alarms. Buttons, arrow keys and dragging move and zoom.",
        "上为参考，下为检测，按 {rule}。实心为已发现或非虚警，"
        "红色虚线为漏检与虚警。可用按钮、方向键和拖动来移动与缩放。",
    ),
    "reference": Text("Reference", "参考"),
    "detected": Text("Detections", "检测"),
    "zoom_in": Text("Closer", "放大"),
    "zoom_out": Text("Farther", "缩小"),
    "earlier": Text("Earlier", "向前"),
    "later": Text("Later", "向后"),
    "whole": Text("Whole recording", "整段记录"),
    "next_event": Text("Next event", "下一事件"),
    "timeline_label": Text("Timeline of {name}", "{name} 的时间线"),
    "timeline_told": Text(
        "{found} of {events} events found, {false} false alarms",
        "{events} 个事件中发现 {found} 个，虚警 {false} 次",
    ),
    "more_recordings": Text(
        "{n} more recordings are not shown here.", "另有 {n} 段记录未在此显示。"
    ),
    "more_subjects": Text("{n} more subjects are not shown here.", "另有 {n} 名受试者未在此显示。"),
    "subjects": Text("By subject", "按受试者"),
    "subject": Text("Subject", "受试者"),
    "by_recording": Text("By recording", "按记录"),
    "recording": Text("Recording", "记录"),
    "pictures": Text("Pictures", "图"),
    "about_rules": Text("About the rules", "关于各规则"),
    "asks": Text("Asks", "要求"),
    "counts": Text("Counts", "计数对象"),
    "matching": Text("Matching", "配对"),
    "misleads": Text("Misleads when", "易误导的情形"),
    "details": Text("All figures", "全部数值"),
    "figure": Text("Figure", "数值"),
}
CAPTIONS: dict[str, Text] = {
    "event-rules": Text(
        "Each rule with its interval: the further apart, the more the rule decides.",
        "每条规则及其区间：相距越远，规则的影响越大。",
    ),
    "event-timeline": Text(
        "Reference events and detections, and which belong together.",
        "参考事件与检测，以及哪些彼此对应。",
    ),
    "event-raster": Text(
        "Every recording in a row: when events happened, were found, and when alarms were false.",
        "每行一段记录：何时发生事件、是否发现、何时虚警。",
    ),
    "event-froc": Text(
        "Sensitivity against false alarms per hour as the threshold falls.",
        "阈值下降时灵敏度随每小时虚警数的变化。",
    ),
    "event-delays": Text(
        "How long after its start each found event was detected; misses are counted apart.",
        "每个被发现的事件在开始后多久被检测到；漏检另计。",
    ),
}
