import { readPackageText } from '@repertoire/skill-md'
import { ProblemError } from '../../base/errors.ts'
import type { ConversationId, UserId } from '../../base/ids.ts'
import type { WorkspaceFile, WorkspaceStore } from '../../ports/workspace.ts'
import { checkPath } from './plan-workspace.ts'
import { workspaceLimits } from './workspace-limits.ts'

export interface WorkspaceFileRef {
  readonly viewer: UserId
  readonly conversationId: ConversationId
  readonly path: string
}

/**
 * Reads a file of a conversation's folder as text. Throws ProblemError `workspace.bad-path`,
 * `workspace.file-not-found`, `workspace.too-large` or `workspace.not-text`; the last two report its size.
 */
export async function readWorkspaceText(
  workspace: Pick<WorkspaceStore, 'list' | 'read'>,
  { viewer, conversationId, path }: WorkspaceFileRef,
): Promise<{ readonly file: WorkspaceFile; readonly text: string }> {
  checkPath(path)
  const files = await workspace.list(viewer, conversationId)
  const file = files.find((one) => one.path === path)
  if (!file) throw fileNotFound(path)
  if (file.size > workspaceLimits.textBytes) throw unreadable(file, 'too-large')
  const bytes = await workspace.read(viewer, conversationId, path)
  if (!bytes) throw fileNotFound(path)
  const read = readPackageText(bytes)
  if (!read.ok) throw unreadable(file, read.why)
  return { file, text: read.text }
}

/** Encodes a text for the folder. Throws ProblemError `workspace.too-large` or `workspace.not-text`. */
export function encodeWorkspaceText(path: string, text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  // A lone surrogate would not round-trip, and NUL would make the file unreadable.
  const changed = text.includes('\0') || /\p{Cs}/u.test(text)
  if (changed) throw unreadable({ path, size: bytes.length }, 'not-text')
  if (bytes.length > workspaceLimits.textBytes) {
    throw unreadable({ path, size: bytes.length }, 'too-large')
  }
  return bytes
}

export function fileNotFound(path: string): ProblemError {
  return new ProblemError({
    code: 'workspace.file-not-found',
    kind: 'not-found',
    message: `The conversation's folder has no file ${JSON.stringify(path)}.`,
    hint: 'list_dir lists what is there.',
    details: { path },
  })
}

function unreadable(
  { path, size }: Pick<WorkspaceFile, 'path' | 'size'>,
  why: 'too-large' | 'not-text',
): ProblemError {
  const details = { path, size, max_size: workspaceLimits.textBytes }
  if (why === 'not-text') {
    return new ProblemError({
      code: 'workspace.not-text',
      kind: 'unsupported',
      message: `${JSON.stringify(path)} (${size} bytes) is not UTF-8 text without NUL, so it cannot be read or written as text.`,
      details,
    })
  }
  return new ProblemError({
    code: 'workspace.too-large',
    kind: 'too-large',
    message: `${JSON.stringify(path)} has ${size} bytes; as text at most ${workspaceLimits.textBytes} can be read or written.`,
    hint: 'Split it into smaller files.',
    details,
  })
}
