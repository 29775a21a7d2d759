"""What is said of events: the table of rules, the verdict, gates, files of tallies, the page."""
