/** The entity tag of a version. It covers what a change is decided on, so a skill's usage counts are not in it. */
export function etagOf(version: number): string {
  return `"${version}"`
}
