const seen: string[] = []

/** Bundled for a test: returns what earlier runs left in this module. */
export async function returnEarlierRuns(organisation: string): Promise<readonly string[]> {
  const before = [...seen]
  seen.push(organisation)
  return before
}
