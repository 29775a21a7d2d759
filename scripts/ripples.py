"""A simulated hippocampal recording, searched for ripples window by window: `ripples.csv`.

Eight recordings of 500 s at 1250 Hz: a 1/f background, theta that comes and goes, mains hum with
its harmonic at 150 Hz, and 100 ripples (150-200 Hz, 50-150 ms, with a sharp wave below) of
very different strength. What misleads a detector in a laboratory is there too: muscle bursts,
fast gamma, bursts of spikes, electrode pops.

A window of 0.2 s is a ripple window if the peak of a ripple lies in it, so that 100 ripples make
100 positive windows of 20,000: 0.5%, and "never a ripple" is right in exactly 0.995 of them.

The detector knows two numbers of each window: how far the envelope between 140 and 210 Hz rises
above its usual level in this recording, and the same above 250 Hz at that moment, where muscles
and spikes show but ripples do not. Each recording gets its probabilities from a logistic
regression fitted on the other seven.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy import fft, signal
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import LeaveOneGroupOut

FORMATS = {"start_s": "%.1f", "probability": "%.6f"}

SEED = 0
RATE = 1250  # samples per second
SECONDS = 500
WINDOW = 250  # samples: 0.2 s
RIPPLES = (6, 8, 9, 11, 13, 15, 17, 21)  # in each recording; 100 together
APART = 0.6  # s between two peaks at least, so that no window holds two
THRESHOLD = 0.04  # the detector's own: a missed ripple counts as 24 false alarms, 1 / (1 + 24)


def table() -> pd.DataFrame:
    """One row for each window, in the order of time within each recording."""
    parts = []
    for number, count in enumerate(RIPPLES, 1):
        rng = np.random.default_rng([SEED, number])
        peaks = ripple_peaks(rng, count)
        features = window_features(recording(rng, peaks))
        starts = np.arange(len(features)) * WINDOW
        features["recording"] = f"rec-{number}"
        features["start_s"] = np.round(starts / RATE, 1)
        features["ripple"] = np.isin(starts // WINDOW, peaks // WINDOW).astype(int)
        parts.append(features)
    windows = pd.concat(parts, ignore_index=True)
    windows["probability"] = out_of_recording(windows)
    windows["detected"] = (windows["probability"] >= THRESHOLD).astype(int)
    return windows[["recording", "start_s", "ripple", "probability", "detected"]]


# ------------------------------------------------------------------------------ the recording
def ripple_peaks(rng: np.random.Generator, count: int) -> np.ndarray:
    """Samples at which ripples peak: uniform in time, but never closer than they come in nature."""
    while True:
        times = np.sort(rng.uniform(1.0, SECONDS - 1.0, count))
        if np.diff(times).min() >= APART:
            return (times * RATE).astype(int)


def recording(rng: np.random.Generator, peaks: np.ndarray) -> np.ndarray:
    """The field potential of one recording in microvolts."""
    n = SECONDS * RATE
    time = np.arange(n) / RATE
    lfp = coloured(rng, n, slope=rng.uniform(1.6, 2.0)) * rng.uniform(150, 250)
    lfp += rng.normal(0, rng.uniform(3, 6), n)
    lfp += theta(rng, time) * rng.uniform(80, 160)
    lfp += hum(rng, time)
    for peak in peaks:
        add(lfp, peak, ripple(rng))
    for make, per_minute in ((muscle, 1.5), (fast_gamma, 4.0), (spikes, 2.0), (pop, 0.5)):
        for at in rng.integers(0, n, rng.poisson(per_minute * SECONDS / 60)):
            add(lfp, at, make(rng))
    return lfp


def coloured(rng: np.random.Generator, n: int, slope: float) -> np.ndarray:
    """Noise whose power falls with frequency to the power of `slope`; unit variance."""
    frequency = fft.rfftfreq(n, 1 / RATE)
    gain = np.where(frequency < 1, 0.0, np.maximum(frequency, 1) ** (-slope / 2))
    noise = fft.irfft(fft.rfft(rng.normal(size=n)) * gain, n)
    return noise / noise.std()


def slow(rng: np.random.Generator, time: np.ndarray, every: float) -> np.ndarray:
    """A random course between 0 and 1 that takes a new value every so many seconds."""
    knots = np.arange(0, time[-1] + 2 * every, every)
    return np.interp(time, knots, rng.uniform(0, 1, len(knots)))


def theta(rng: np.random.Generator, time: np.ndarray) -> np.ndarray:
    """Theta of 7 to 9 Hz, strong while the animal runs and nearly absent while it rests."""
    phase = 2 * np.pi * np.cumsum(7 + 2 * slow(rng, time, 2.0)) / RATE
    return slow(rng, time, 10.0) ** 2 * np.sin(phase)


def hum(rng: np.random.Generator, time: np.ndarray) -> np.ndarray:
    """Mains of 50 Hz; its third harmonic lies in the band of the ripples."""
    strength = slow(rng, time, 30.0)
    mains, harmonic = rng.uniform(5, 20), rng.uniform(0, 2)
    return strength * (
        mains * np.sin(2 * np.pi * 50 * time) + harmonic * np.sin(2 * np.pi * 150 * time)
    )


def ripple(rng: np.random.Generator) -> np.ndarray:
    """A ripple of 50-150 ms and 150-200 Hz, a little slower at its end, on its sharp wave."""
    lasts = rng.uniform(0.05, 0.15)
    time = np.arange(-0.2, 0.2, 1 / RATE)
    phase = 2 * np.pi * (rng.uniform(155, 195) * time - 20 * time**2) + rng.uniform(0, 2 * np.pi)
    wave = rng.lognormal(np.log(70), 0.5) * np.exp(-0.5 * (time / (lasts / 4)) ** 2) * np.sin(phase)
    return wave - rng.uniform(100, 300) * np.exp(-0.5 * (time / 0.03) ** 2)


def muscle(rng: np.random.Generator) -> np.ndarray:
    """A muscle burst: noise above 60 Hz for a tenth to half a second."""
    n = int(rng.uniform(0.1, 0.5) * RATE)
    above = signal.butter(2, 60, "highpass", fs=RATE, output="sos")
    noise = signal.sosfilt(above, rng.normal(size=n))
    return rng.lognormal(np.log(25), 0.5) * noise * np.hanning(n)


def fast_gamma(rng: np.random.Generator) -> np.ndarray:
    """A gamma burst of 90-145 Hz, the fastest of which reach into the band of the ripples."""
    n = int(rng.uniform(0.08, 0.2) * RATE)
    phase = 2 * np.pi * rng.uniform(90, 145) * np.arange(n) / RATE
    return rng.lognormal(np.log(25), 0.5) * np.sin(phase) * np.hanning(n)


def spikes(rng: np.random.Generator) -> np.ndarray:
    """A complex-spike burst of one cell near the electrode: 3-6 spikes, 4-8 ms apart."""
    wave = np.zeros(int(0.06 * RATE))
    at = np.cumsum(rng.uniform(0.004, 0.008, rng.integers(3, 7)))
    time = np.arange(len(wave)) / RATE
    for moment in at:
        wave -= np.exp(-0.5 * ((time - moment) / 0.0006) ** 2)
    return rng.lognormal(np.log(80), 0.4) * wave


def pop(rng: np.random.Generator) -> np.ndarray:
    """An electrode pop: a sudden step that decays."""
    time = np.arange(int(0.5 * RATE)) / RATE
    return rng.choice([-1, 1]) * rng.uniform(200, 800) * np.exp(-time / 0.08)


def add(lfp: np.ndarray, centre: int, wave: np.ndarray) -> None:
    """Add an event to the recording; what reaches over an end is cut."""
    start = centre - len(wave) // 2
    first, last = max(start, 0), min(start + len(wave), len(lfp))
    lfp[first:last] += wave[first - start : last - start]


# ------------------------------------------------------------------------------- the detector
def window_features(lfp: np.ndarray) -> pd.DataFrame:
    """The peak of the ripple band in each window, and how loud it is above that band there."""
    ripple_band = envelope(lfp, 140, 210).reshape(-1, WINDOW)
    noise_band = envelope(lfp, 250, 500).reshape(-1, WINDOW)
    at = ripple_band.argmax(axis=1)[:, None]
    return pd.DataFrame(
        {
            "height": np.take_along_axis(ripple_band, at, axis=1)[:, 0],
            "noise": np.take_along_axis(noise_band, at, axis=1)[:, 0],
        }
    )


def envelope(lfp: np.ndarray, low: float, high: float) -> np.ndarray:
    """Log envelope of a band, smoothed over 20 ms, in robust units of this recording."""
    band = signal.butter(4, (low, high), "bandpass", fs=RATE, output="sos")
    power = np.abs(signal.hilbert(signal.sosfiltfilt(band, lfp))) ** 2
    level = np.log(np.convolve(power, np.ones(25) / 25, mode="same") + 1e-12)
    middle = np.median(level)
    return (level - middle) / (1.4826 * np.median(np.abs(level - middle)))


def out_of_recording(windows: pd.DataFrame) -> np.ndarray:
    """Probabilities of each recording from the other seven."""
    X, y = windows[["height", "noise"]].to_numpy(), windows["ripple"].to_numpy()
    probability = np.full(len(y), np.nan)
    for others, this in LeaveOneGroupOut().split(X, y, windows["recording"]):
        model = LogisticRegression(C=1.0, tol=1e-10, max_iter=1000).fit(X[others], y[others])
        probability[this] = model.predict_proba(X[this])[:, 1]
    return np.round(probability, 6)
