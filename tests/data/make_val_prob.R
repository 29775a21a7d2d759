# Writes val_prob.json: what val.prob of the R package rms says of samples of probabilities.
# Run it in the folder of the file: Rscript make_val_prob.R   (needs rms)
suppressMessages(library(rms))
sample_of <- function(seed, n, slope, shift) {
  set.seed(seed)
  p <- round(plogis(rnorm(n, -0.5, 1.2)), 3)
  p <- pmin(pmax(p, 0.01), 0.99)
  y <- as.integer(runif(n) < plogis(shift + slope * qlogis(p)))
  list(y = y, p = p)
}
said <- function(s) {
  v <- val.prob(s$p, s$y, pl = FALSE)
  keys <- c(nagelkerke_r2 = "R2", discrimination_d = "D", unreliability_u = "U", quality_q = "Q")
  values <- sapply(keys, function(k) sprintf('%.17g', v[k]))
  paste0('{"y": [', paste(s$y, collapse = ", "), '], "p": [', paste(s$p, collapse = ", "),
         '],\n "values": {', paste0('"', names(keys), '": ', values, collapse = ", "), '}}')
}
samples <- list(sample_of(1, 80, 1, 0), sample_of(2, 200, 0.5, 0.4), sample_of(3, 40, 1.6, -0.3))
text <- paste0('{"rms": "', packageVersion("rms"), '", "R": "', getRversion(), '",\n "samples": [',
               paste(sapply(samples, said), collapse = ",\n "), ']}\n')
cat(text, file = "val_prob.json")
