"""What could make a comparison lie, and where its figures come from."""

from __future__ import annotations

from functools import cached_property

from veracity.evaluation.comparison.cautions import cautions_of_comparison, checks_of_comparison
from veracity.evaluation.comparison.models import ComparedModels
from veracity.evaluation.single.provenance import made_from
from veracity.evaluation.state.fingerprinting import covered_of_models, fingerprint_of_models
from veracity.results.estimate.caution import Caution, Check
from veracity.results.page.provenance import Provenance
from veracity.words import Text


class DocumentedComparison(ComparedModels):
    """Compared models with their cautions, fingerprints and provenance."""

    @cached_property
    def cautions(self) -> tuple[Caution, ...]:
        """What could make these differences lie, with the user's own numbers, gravest first."""
        return cautions_of_comparison(self)

    def checks(self) -> tuple[Check, ...]:
        """Every check that was made: passed, fired, not applicable or muted, and why.

        Of two evaluations the checks of the rows come once for each, by its name.
        """
        return checks_of_comparison(self)

    @cached_property
    def fingerprints(self) -> dict[str, str]:
        """The code of the rows behind it, under ""; of two evaluations that of each, by name."""
        if self.paired is not None:
            return {"": fingerprint_of_models(self.paired)}
        sides = zip(self.names, self.sides, strict=bool(self.sides))  # folds have none
        return {str(name): ev.fingerprint for name, ev in sides}

    @property
    def provenance(self) -> Provenance:
        """Versions, seed, data fingerprint and command: what every report ends with."""
        covers = Text("", "")
        if self.paired is not None:
            covers = covered_of_models(self.paired)
        elif self.sides:
            covers = self.sides[0].covers
        return made_from(self.fingerprints, covers, int(self.settings.get("random_state", 0)))
