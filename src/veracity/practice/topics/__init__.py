"""The exercises, one file a topic, in the order in which evaluation is learnt."""
