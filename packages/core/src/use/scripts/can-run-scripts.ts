import type { ScriptRunner } from '../../ports/scripts.ts'

/** Whether any script can run here. True when the sandbox does not answer: a call then says why. */
export async function canRunScripts(scripts: ScriptRunner | null): Promise<boolean> {
  if (!scripts) return false
  const available = await scripts.runtimes().catch(() => undefined)
  return available === undefined || available.size > 0
}
