"""Pictures of events in time as data: timelines, rasters, rules, delays, sensitivity by alarms."""
