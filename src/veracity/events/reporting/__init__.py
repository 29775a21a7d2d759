"""What is reported of events: table of rules, verdict, gates, files of tallies, page."""
