import { z } from '@hono/zod-openapi'
import { cursorQuery, idParam } from '../schemas/common.ts'
import {
  conversationCreateSchema,
  conversationPageSchema,
  conversationRenameSchema,
  conversationSchema,
  conversationSkillsSchema,
  messageCreateSchema,
  promptSchema,
  skillsStateSchema,
  turnSchema,
} from '../schemas/conversations.ts'
import { eventPageSchema } from '../schemas/events.ts'
import { keptSkillSchema } from '../schemas/skill-registry.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Conversations'
const access = 'conversations.use'
const slugParam = idParam.extend({ slug: z.string().min(1).max(100) })

/** Conversations, messages and their events (A2–A6). */
export const conversationRoutes = {
  list: apiRoute({
    operationId: 'listConversations',
    method: 'get',
    path: '/api/v1/conversations',
    tag,
    summary: 'List your conversations, newest first',
    access,
    query: z.object(cursorQuery),
    response: { status: 200, schema: conversationPageSchema },
  }),
  create: apiRoute({
    operationId: 'createConversation',
    method: 'post',
    path: '/api/v1/conversations',
    tag,
    summary: 'Create a conversation',
    description: 'Without a title, the start of the first message becomes the title.',
    access,
    body: conversationCreateSchema,
    response: { status: 201, schema: conversationSchema },
    problems: [404],
  }),
  get: apiRoute({
    operationId: 'getConversation',
    method: 'get',
    path: '/api/v1/conversations/{id}',
    tag,
    summary: 'Get a conversation with its active skills and open run',
    access,
    params: idParam,
    response: { status: 200, schema: conversationSchema },
  }),
  rename: apiRoute({
    operationId: 'renameConversation',
    method: 'patch',
    path: '/api/v1/conversations/{id}',
    tag,
    summary: 'Rename a conversation',
    access,
    params: idParam,
    body: conversationRenameSchema,
    response: { status: 200, schema: conversationSchema },
  }),
  remove: apiRoute({
    operationId: 'deleteConversation',
    method: 'delete',
    path: '/api/v1/conversations/{id}',
    tag,
    summary: 'Delete a conversation with its log',
    access,
    params: idParam,
    response: { status: 204, schema: null },
    problems: [409],
  }),
  send: apiRoute({
    operationId: 'sendMessage',
    method: 'post',
    path: '/api/v1/conversations/{id}/messages',
    tag,
    summary: 'Send a message; a run of the agent answers it',
    description:
      'Returns when the run has finished or waits for a person. `Prefer: respond-async` returns 202 at once. `Accept: text/event-stream` streams the events of the run.',
    access,
    params: idParam,
    headers: z.object({
      prefer: z.string().optional().describe('respond-async: do not wait.'),
    }),
    body: messageCreateSchema,
    response: { status: 200, schema: turnSchema },
    otherResponses: [
      { status: 200, mediaType: 'text/event-stream', description: 'The run’s events' },
      { status: 202, description: 'Accepted; follow the events' },
    ],
    problems: [409],
  }),
  events: apiRoute({
    operationId: 'listConversationEvents',
    method: 'get',
    path: '/api/v1/conversations/{id}/events',
    tag,
    summary: 'The conversation’s events: a page, or live',
    description:
      '`Accept: text/event-stream` replays from the given id and then streams live; resume with Last-Event-ID or ?after=.',
    access,
    params: idParam,
    query: z.object({
      after: z
        .string()
        .max(40)
        .optional()
        .describe('Id of the last event seen; 0 or absent: from the start.'),
      limit: cursorQuery.limit,
    }),
    headers: z.object({ 'last-event-id': z.string().max(40).optional() }),
    response: { status: 200, schema: eventPageSchema },
    otherResponses: [{ status: 200, mediaType: 'text/event-stream', description: 'Live events' }],
  }),
  cancel: apiRoute({
    operationId: 'cancelRun',
    method: 'post',
    path: '/api/v1/conversations/{id}/cancel',
    tag,
    summary: 'Cancel the open run, if there is one',
    access,
    params: idParam,
    response: { status: 200, schema: conversationSchema },
  }),
  skills: apiRoute({
    operationId: 'getActiveSkills',
    method: 'get',
    path: '/api/v1/conversations/{id}/skills',
    tag,
    summary: 'Get the active skills, the budget (A6) and the pinned revisions',
    access,
    params: idParam,
    response: { status: 200, schema: conversationSkillsSchema },
  }),
  activate: apiRoute({
    operationId: 'activateSkill',
    method: 'put',
    path: '/api/v1/conversations/{id}/skills/{slug}',
    tag,
    summary: 'Activate a skill as a person',
    access,
    params: slugParam,
    response: { status: 200, schema: skillsStateSchema },
    problems: [409, 413],
  }),
  upgrade: apiRoute({
    operationId: 'upgradeSkill',
    method: 'post',
    path: '/api/v1/conversations/{id}/skills/{slug}/upgrade',
    tag,
    summary: 'Upgrade an active skill to its newest revision',
    description:
      'The rules of activation apply. When the new text does not fit, the previous text stays.',
    access,
    params: slugParam,
    response: { status: 200, schema: skillsStateSchema },
    problems: [409, 413],
  }),
  keep: apiRoute({
    operationId: 'keepFetchedSkill',
    method: 'post',
    path: '/api/v1/conversations/{id}/skills/{slug}/keep',
    tag,
    summary: 'Bring a skill that was fetched from a registry into the inbox (A11)',
    description:
      'It is fetched anew, scanned and held as every import. The conversation goes on with what it has.',
    access: 'skills.write',
    params: slugParam,
    response: { status: 200, schema: keptSkillSchema },
    problems: [409],
  }),
  deactivate: apiRoute({
    operationId: 'deactivateSkill',
    method: 'delete',
    path: '/api/v1/conversations/{id}/skills/{slug}',
    tag,
    summary: 'Deactivate a skill as a person',
    access,
    params: slugParam,
    response: { status: 200, schema: skillsStateSchema },
    problems: [409],
  }),
  prompt: apiRoute({
    operationId: 'getRecordedPrompt',
    method: 'get',
    path: '/api/v1/conversations/{id}/prompts/{digest}',
    tag,
    summary: 'Get the system prompt of a step, as it was sent',
    access,
    params: idParam.extend({ digest: z.string().min(1).max(100) }),
    response: { status: 200, schema: promptSchema },
  }),
} as const
