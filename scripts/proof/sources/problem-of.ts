/** The code of the problem that a request is refused with; `accepted` when it is not. */
export async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    return /"code":"([^"]+)"/.exec(String(error))?.[1] ?? String(error)
  }
  return 'accepted'
}
