"""Results as plain rows and JSON, under keys that stay."""

from __future__ import annotations

from typing import Any

from veracity.results import Profile


def rows(profile: Profile) -> list[dict[str, Any]]:
    """One row for each figure, for data frames."""
    return [
        {
            "scope": line.scope,
            "of": None if line.of is None else str(line.of),
            "key": line.key,
            "name": line.names.en,
            **line.estimate.to_dict(),
            "chance": line.estimate.chance,
        }
        for line in profile.lines
    ]


def as_dict(profile: Profile) -> dict[str, Any]:
    """Everything the profile holds, as plain values."""
    return {
        "verdict": str(profile.verdict),
        "metrics": _by_key(profile, "all"),
        "by_class": _nested(profile, "class"),
        "by_group": _nested(profile, "group"),
        "confusion": {
            "labels": list(profile.labels),
            "pos_label": profile.pos_label,
            "rows": "truth",
            "counts": _nested_counts(profile.counts),
            "notes": [str(note) for note in profile.notes_on_counts],
        }
        if profile.counts is not None
        else None,
        "baselines": None if profile.baselines is None else profile.baselines.to_dict(),
        "labels": list(profile.labels),
        "notes": [str(note) for note in profile.notes],
        "cautions": [one.to_dict() for one in profile.cautions],
        "muted": list(profile.settings.get("ignore", ())),
        "rows": {
            "read": profile.rows.read,
            "used": profile.rows.used,
            "refused": dict(profile.rows.refused),
        },
        "settings": dict(profile.settings),
        "provenance": None if profile.provenance is None else profile.provenance.to_dict(),
    }


def _by_key(profile: Profile, scope: str) -> dict[str, Any]:
    return {line.key: line.estimate.to_dict() for line in profile.lines if line.scope == scope}


def _nested(profile: Profile, scope: str) -> dict[Any, dict[str, Any]]:
    parts: dict[Any, dict[str, Any]] = {}
    for line in profile.lines:
        if line.scope == scope:
            parts.setdefault(line.of, {})[line.key] = line.estimate.to_dict()
    return parts


def _nested_counts(counts: Any) -> Any:
    if hasattr(counts, "tocoo"):
        sparse = counts.tocoo()
        cells = zip(sparse.row.tolist(), sparse.col.tolist(), sparse.data.tolist(), strict=True)
        return {"sparse": [list(cell) for cell in cells]}
    return counts.tolist()
