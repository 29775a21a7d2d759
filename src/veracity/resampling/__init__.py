"""One statistic → many statistics, as a leading axis: the bootstrap on counts, posteriors."""
