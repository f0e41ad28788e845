import assert from 'node:assert/strict'
import type { Api } from '../api.ts'

/** Whether the server has a sandbox. In CI it must. */
export async function canRunScripts(api: Api): Promise<boolean> {
  const { available, reason } = await api.get<{ available: boolean; reason: string }>('/sandbox')
  if (!available) assert.notEqual(process.env.REQUIRE_ALL, '1', reason)
  return available
}
