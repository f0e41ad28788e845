/** Seconds and nanoseconds, because a bare number may be taken for time since the process began. */
export function timeOf(milliseconds: number): [number, number] {
  const seconds = Math.floor(milliseconds / 1000)
  return [seconds, (milliseconds - seconds * 1000) * 1_000_000]
}
