import type { Sha256 } from '@repertoire/core/base'
import type { ScriptRequest, TenantStore, WorkspaceFile } from '@repertoire/core/ports'
import { acceptOutputs } from '@repertoire/core/use'
import type { ExecutionResult, SandboxFile } from '@repertoire/sandbox'
import type { SecretForms } from '../../platform/redaction/secret-forms.ts'
import { containsSecret, redactBytes } from '../../platform/redaction/stream-mask.ts'

/** An execution that has ended. */
export interface EndedExecution {
  readonly request: ScriptRequest
  readonly tenant: TenantStore
  /** The conversation's files, as the script saw them. */
  readonly folder: readonly WorkspaceFile[]
  readonly result: ExecutionResult
  readonly forms: SecretForms
}

/** Stores the output files, and returns the resulting changes to the conversation's folder. */
export async function collectOutputs(
  sha256: Sha256,
  { request, tenant, folder: before, result, forms }: EndedExecution,
) {
  const leaksSecret = ({ path, bytes }: SandboxFile) =>
    containsSecret(bytes, forms) || containsSecret(Buffer.from(path), forms)
  const leaking = new Set(result.outputs.filter(leaksSecret))
  const clean = result.outputs.filter((output) => !leaking.has(output))
  const outputs = clean.map(({ path, bytes }) => ({
    ...{ path, bytes },
    sha256: sha256(bytes),
    size: bytes.length,
  }))
  for (const { sha256: hash, bytes } of outputs) await tenant.workspace.storeBlob(hash, bytes)
  const named = outputs.map(({ path, sha256: hash, size }) => ({ path, sha256: hash, size }))
  const skipped = [
    ...result.skipped,
    ...[...leaking].map(({ path }) => ({ path, why: 'a secret of the skill is in it' })),
  ].map(({ path, why }) => ({ path: redactText(path, forms), why: redactText(why, forms) }))
  const { conversationId, principal, skill, inputs } = request
  if (conversationId === null) return { outputs: named, skipped, files: [] }
  const folder = await tenant.workspace.list(principal.userId, conversationId)
  const view = { skillId: skill?.skillId ?? null, inputs }
  const taken = acceptOutputs(folder, named, { view, before })
  const refused = new Set(taken.skipped.map(({ path }) => path))
  return {
    outputs: named.filter(({ path }) => !refused.has(path)),
    skipped: [...skipped, ...taken.skipped],
    files: taken.changes,
  }
}

/** Masks secrets in a script's text, such as a file name. */
function redactText(text: string, forms: SecretForms): string {
  return Buffer.from(redactBytes(Buffer.from(text), forms)).toString()
}
