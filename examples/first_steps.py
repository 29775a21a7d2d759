"""The example of the README: twelve trials of a ripple detector, judged honestly."""

import veracity as vc

truth = [1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1]
detected = [1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1]

ev = vc.evaluate(truth, detected)

print(ev)
print()
print("recall:", ev["recall"])
print(vc.explain("recall"))
