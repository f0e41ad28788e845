/** A function at one place, and its slope there. */
export interface LossAt {
  readonly loss: number
  readonly slope: Float64Array
}

export interface MinimiseOptions {
  readonly start: Float64Array
  readonly maxSteps: number
}

/** What the last steps tell of the curvature. */
interface Step {
  readonly moved: Float64Array
  readonly turned: Float64Array
  readonly ratio: number
}

const remembered = 8

/** The place where a smooth convex function is least, by L-BFGS with a search along the line. Pure. */
export function minimise(
  lossAt: (at: Float64Array) => LossAt,
  { start, maxSteps }: MinimiseOptions,
): Float64Array {
  let at = start
  let here = lossAt(at)
  const steps: Step[] = []
  for (let step = 0; step < maxSteps; step += 1) {
    const direction = directionOf(here.slope, steps)
    const found = searchLine(lossAt, { at, here, direction })
    if (!found) break
    const moved = difference(found.at, at)
    const turned = difference(found.here.slope, here.slope)
    const product = dot(moved, turned)
    if (product > 1e-12) steps.push({ moved, turned, ratio: 1 / product })
    if (steps.length > remembered) steps.shift()
    const gain = here.loss - found.here.loss
    at = found.at
    here = found.here
    if (gain < 1e-7 * Math.abs(here.loss)) break
  }
  return at
}

interface Line {
  readonly at: Float64Array
  readonly here: LossAt
  readonly direction: Float64Array
}

/** The first of ever shorter steps that gains enough; null where none does. */
function searchLine(lossAt: (at: Float64Array) => LossAt, { at, here, direction }: Line) {
  const descent = dot(here.slope, direction)
  for (let length = 1; length > 1e-10; length /= 2) {
    const next = at.map((one, index) => one + length * (direction[index] ?? 0))
    const there = lossAt(next)
    if (there.loss <= here.loss + 1e-4 * length * descent) return { at: next, here: there }
  }
  return null
}

/** Downhill, as the curvature of the last steps tells. */
function directionOf(slope: Float64Array, steps: readonly Step[]): Float64Array {
  const direction = slope.map((one) => -one)
  const shares: number[] = []
  for (const { moved, turned, ratio } of steps.toReversed()) {
    const share = ratio * dot(moved, direction)
    shares.push(share)
    addTo(direction, turned, -share)
  }
  const last = steps.at(-1)
  const size = last
    ? 1 / (last.ratio * dot(last.turned, last.turned))
    : 1 / Math.max(1, norm(slope))
  for (let index = 0; index < direction.length; index += 1) {
    direction[index] = (direction[index] ?? 0) * size
  }
  for (const { moved, turned, ratio } of steps) {
    addTo(direction, moved, (shares.pop() ?? 0) - ratio * dot(turned, direction))
  }
  return direction
}

function addTo(target: Float64Array, other: Float64Array, factor: number): void {
  for (let index = 0; index < target.length; index += 1) {
    target[index] = (target[index] ?? 0) + factor * (other[index] ?? 0)
  }
}

function difference(one: Float64Array, other: Float64Array): Float64Array {
  return one.map((value, index) => value - (other[index] ?? 0))
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

function norm(one: Float64Array): number {
  return Math.sqrt(dot(one, one))
}
