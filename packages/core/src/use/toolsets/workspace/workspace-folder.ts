import { ProblemError } from '../../../base/errors.ts'
import type { JsonValue } from '../../../base/json.ts'
import { listFolder } from '../../../keep/workspace/list-folder.ts'
import { checkPath, planWorkspace } from '../../../keep/workspace/plan-workspace.ts'
import { encodeWorkspaceText } from '../../../keep/workspace/workspace-text.ts'
import type { WorkspaceFile } from '../../../ports/workspace.ts'
import type { EffectOutcome, ToolServices } from '../../tools/tool.ts'

/** The maximum number of listed names of a folder. */
const maxEntries = 200

/** One level of the conversation's folder, for the model. */
export async function describeFolder(services: ToolServices, given: string): Promise<JsonValue> {
  const folder = /^\.?\/?$/.test(given) ? '' : given.replace(/\/$/, '')
  if (folder !== '') checkPath(folder)
  const files = await listFiles(services)
  const entries = listFolder(files, folder)
  if (!entries) throw noFolder(folder, files)
  const more = entries.length - maxEntries
  return {
    path: folder,
    entries: entries.slice(0, maxEntries).map((entry) => ({ ...entry })),
    ...(more > 0 && { note: `and ${more} more` }),
  }
}

/** Every file of the conversation. */
export function listFiles({ store, viewer, conversationId }: ToolServices) {
  return store.workspace.list(viewer, conversationId)
}

export interface FileWrite {
  readonly path: string
  readonly text: string
  /** The file that the edit is based on; null for a plain write. */
  readonly from: WorkspaceFile | null
  /** Further fields of the result, beside path and size. */
  readonly details: Readonly<Record<string, JsonValue>>
}

/** Checks the limits, then stores the blob, then references it; the store checks the limits again. */
export async function writeTextFile(
  services: ToolServices,
  write: FileWrite,
): Promise<EffectOutcome> {
  const { path, text, from, details } = write
  const { store, sha256, clock } = services
  const bytes = encodeWorkspaceText(path, text)
  const file = { path, sha256: sha256(bytes), size: bytes.length }
  const change = from ? { ...file, expectedSha256: from.sha256 } : file
  planWorkspace(await listFiles(services), [change], clock.now())
  await store.workspace.storeBlob(file.sha256, bytes)
  return { output: { path, size: file.size, ...details }, files: [change] }
}

function noFolder(folder: string, files: readonly WorkspaceFile[]): ProblemError {
  const isFile = files.some(({ path }) => path === folder)
  return new ProblemError({
    code: isFile ? 'workspace.not-a-folder' : 'workspace.folder-not-found',
    kind: 'not-found',
    message: isFile
      ? `${JSON.stringify(folder)} is a file.`
      : `The conversation's folder has no folder ${JSON.stringify(folder)}.`,
    hint: isFile ? 'Read it with read_file.' : 'Call list_dir without a path to see what is there.',
    details: { path: folder },
  })
}
