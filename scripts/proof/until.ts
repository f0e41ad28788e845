import assert from 'node:assert/strict'

const pollMs = 25

/** Waits for what other processes do. */
export async function until(
  promise: string,
  isSo: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, `within ${timeoutMs / 1000} s: ${promise}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
