import type { ConversationId, UserId } from '@repertoire/core/base'
import type { WorkspaceStore } from '@repertoire/core/ports'
import { sha256, systemClock } from '../platform/system/system-ports.ts'

export interface TrialFolder {
  readonly workspace: WorkspaceStore
  readonly viewer: UserId
  readonly conversationId: ConversationId
}

/** Writes files into the folder of a conversation. */
export async function placeFiles(
  { workspace, viewer, conversationId }: TrialFolder,
  files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
): Promise<void> {
  if (files.length === 0) return
  const changes = []
  for (const { path, bytes } of files) {
    const hash = sha256(bytes)
    await workspace.storeBlob(hash, bytes)
    changes.push({ path, sha256: hash, size: bytes.length })
  }
  await workspace.change(viewer, conversationId, { changes, now: systemClock.now() })
}

/** `evals/files/sales.csv` of the package is `sales.csv` in the conversation's folder. */
export function workspacePath(path: string): string {
  return path.replace(/^(?:evals\/)?(?:files\/)?/, '')
}
