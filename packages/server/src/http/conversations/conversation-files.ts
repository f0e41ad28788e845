import { ProblemError } from '@repertoire/core/base'
import {
  bytesOf,
  checkPath,
  fileNotFound,
  planWorkspace,
  workspaceLimits,
} from '@repertoire/core/keep'
import type { WorkspaceFile } from '@repertoire/core/ports'
import { type ConversationFile, fileRoutes } from '@repertoire/protocol'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { fileResponse } from '../base/file-response.ts'
import { readBody } from '../base/middleware/body-limit.ts'
import { wireTime } from '../wire/time.ts'
import { ownConversation } from './conversations.ts'

/**
 * Files of a conversation, for its own person only. A path is looked up among the conversation's rows
 * only.
 */
export function bindConversationFiles(bind: BindRoute, app: Application): void {
  bind(fileRoutes.list, async ({ params, caller }) => {
    const { files } = await folderOf(app, caller, params.id)
    return {
      body: {
        items: files.map(toFileBody),
        used_bytes: bytesOf(files),
        max_bytes: workspaceLimits.bytes,
        max_files: workspaceLimits.files,
      },
    }
  })

  bind(fileRoutes.read, async ({ params, query, caller }) => {
    const { workspace, viewer, id, files } = await folderOf(app, caller, params.id)
    const file = findFile(files, query.path)
    const bytes = await workspace.read(viewer, id, file.path)
    if (!bytes) throw fileNotFound(query.path)
    return fileResponse({ ...file, bytes })
  })

  bind(fileRoutes.write, async ({ params, query, caller, request }) => {
    const { workspace, viewer, id, files } = await folderOf(app, caller, params.id)
    checkPath(query.path)
    checkType(request)
    const bytes = await readBody(request, fileRoutes.write.bodyLimit)
    const now = app.clock.now()
    const file = { path: query.path, sha256: app.sha256(bytes), size: bytes.byteLength }
    planWorkspace(files, [file], now)
    await workspace.storeBlob(file.sha256, bytes)
    await workspace.change(viewer, id, { changes: [file], now })
    return { body: toFileBody({ ...file, skillId: null, updatedAt: now }) }
  })

  bind(fileRoutes.remove, async ({ params, query, caller }) => {
    const { workspace, viewer, id, files } = await folderOf(app, caller, params.id)
    const { path } = findFile(files, query.path)
    const now = app.clock.now()
    await workspace.change(viewer, id, { changes: [{ path, removed: true }], now })
    return { body: null }
  })
}

async function folderOf(app: Application, caller: Caller, conversationId: string) {
  const { id } = await ownConversation(app, caller, conversationId)
  const { workspace } = catalogOf(app, caller).store
  const viewer = caller.principal.userId
  return { workspace, viewer, id, files: await workspace.list(viewer, id) }
}

function findFile(files: readonly WorkspaceFile[], path: string): WorkspaceFile {
  const file = files.find((one) => one.path === path)
  if (!file) throw fileNotFound(path)
  return file
}

function toFileBody({ path, size, sha256, updatedAt }: WorkspaceFile): ConversationFile {
  return { path, size, sha256, updated_at: wireTime(updatedAt) }
}

function checkType(request: Request): void {
  const given = request.headers.get('content-type') ?? ''
  const type = given.split(';')[0]?.trim().toLowerCase() ?? ''
  if (Object.hasOwn(fileRoutes.write.upload, type)) return
  throw new ProblemError({
    code: 'request.unsupported-type',
    kind: 'unsupported',
    message: 'Send the file itself, with content-type: application/octet-stream.',
    details: { content_type: given.slice(0, 200) },
  })
}
