import { idParam } from '../schemas/common.ts'
import {
  conversationFileQuery,
  conversationFileSchema,
  conversationFilesSchema,
} from '../schemas/files.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Conversations'
const access = 'conversations.use'
const content = '/api/v1/conversations/{id}/files/content'

/** Files of a conversation, shared with its agent. */
export const fileRoutes = {
  list: apiRoute({
    operationId: 'listConversationFiles',
    method: 'get',
    path: '/api/v1/conversations/{id}/files',
    tag,
    summary: 'List the files of your conversation',
    access,
    params: idParam,
    response: { status: 200, schema: conversationFilesSchema },
  }),
  read: apiRoute({
    operationId: 'getConversationFile',
    method: 'get',
    path: content,
    tag,
    summary: 'Download a file of your conversation',
    access,
    params: idParam,
    query: conversationFileQuery,
    response: { status: 200, schema: null },
    otherResponses: [
      { status: 200, mediaType: 'application/octet-stream', description: 'The stored bytes' },
    ],
  }),
  write: apiRoute({
    operationId: 'putConversationFile',
    method: 'put',
    path: content,
    tag,
    summary: 'Upload a file to your conversation; a file with the same path is replaced',
    description: 'At most 10 MiB per file, 1,000 files and 64 MiB in total.',
    access,
    params: idParam,
    query: conversationFileQuery,
    upload: { 'application/octet-stream': { type: 'string', format: 'binary' } },
    bodyLimit: 10 * 1024 * 1024,
    response: { status: 200, schema: conversationFileSchema },
    problems: [409],
  }),
  remove: apiRoute({
    operationId: 'deleteConversationFile',
    method: 'delete',
    path: content,
    tag,
    summary: 'Delete a file of your conversation',
    access,
    params: idParam,
    query: conversationFileQuery,
    response: { status: 204, schema: null },
  }),
} as const
