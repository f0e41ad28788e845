import { idParam } from '../schemas/common.ts'
import {
  conversationFileQuery,
  conversationFileSchema,
  conversationFilesSchema,
} from '../schemas/files.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Conversations')
const access = 'conversations.use'
const content = '/api/v1/conversations/{id}/files/content'

/** Files of a conversation, shared with its agent. */
export const fileRoutes = {
  list: route({
    operationId: 'listConversationFiles',
    method: 'get',
    path: '/api/v1/conversations/{id}/files',
    summary: 'List the files of your conversation',
    access,
    params: idParam,
    response: { status: 200, schema: conversationFilesSchema },
  }),
  read: route({
    operationId: 'getConversationFile',
    method: 'get',
    path: content,
    summary: 'Download a file of your conversation',
    access,
    params: idParam,
    query: conversationFileQuery,
    response: { status: 200, schema: null },
    otherResponses: [
      { status: 200, mediaType: 'application/octet-stream', description: 'The stored bytes' },
    ],
  }),
  write: route({
    operationId: 'putConversationFile',
    method: 'put',
    path: content,
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
  remove: route({
    operationId: 'deleteConversationFile',
    method: 'delete',
    path: content,
    summary: 'Delete a file of your conversation',
    access,
    params: idParam,
    query: conversationFileQuery,
    response: { status: 204, schema: null },
  }),
} as const
