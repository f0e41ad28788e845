import { z } from '@hono/zod-openapi'
import { cursorQuery, idParam } from '../schemas/common.ts'
import {
  conversationCreateSchema,
  conversationPageSchema,
  conversationRenameSchema,
  conversationSchema,
  conversationSkillsSchema,
  deletedConversationPageSchema,
  messageCreateSchema,
  promptSchema,
  ratingSchema,
  skillsStateSchema,
  turnSchema,
} from '../schemas/conversations.ts'
import { eventPageSchema } from '../schemas/events.ts'
import { keptSkillSchema } from '../schemas/skill-registry.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Conversations')
const access = 'conversations.use'
const slugParam = idParam.extend({ slug: z.string().min(1).max(100) })

/** Conversations, messages and their events. */
export const conversationRoutes = {
  list: route({
    operationId: 'listConversations',
    method: 'get',
    path: '/api/v1/conversations',
    summary: 'List your conversations, newest first',
    access,
    query: z.object({
      ...cursorQuery,
      title: z.string().max(200).optional().describe('Part of the title, in any case.'),
    }),
    response: { status: 200, schema: conversationPageSchema },
  }),
  deleted: route({
    operationId: 'listDeletedConversations',
    method: 'get',
    path: '/api/v1/conversations/deleted',
    summary: 'List the conversations you may restore, the last deleted first',
    description: 'A deleted conversation is kept for 30 days.',
    access,
    query: z.object(cursorQuery),
    response: { status: 200, schema: deletedConversationPageSchema },
  }),
  forget: route({
    operationId: 'forgetDeletedConversation',
    method: 'delete',
    path: '/api/v1/conversations/deleted/{id}',
    summary: 'Delete a deleted conversation permanently, now',
    description: 'Also deletes its log, files and executions. This cannot be undone.',
    access,
    params: idParam,
    response: { status: 204, schema: null },
  }),
  restore: route({
    operationId: 'restoreConversation',
    method: 'post',
    path: '/api/v1/conversations/{id}/restore',
    summary: 'Restore a deleted conversation',
    description:
      'With its log, files, executions and active skills. A conversation that is not deleted is returned unchanged.',
    access,
    params: idParam,
    response: { status: 200, schema: conversationSchema },
  }),
  create: route({
    operationId: 'createConversation',
    method: 'post',
    path: '/api/v1/conversations',
    summary: 'Create a conversation',
    description: 'Without a title, the start of the first message becomes the title.',
    access,
    body: conversationCreateSchema,
    response: { status: 201, schema: conversationSchema },
    problems: [404],
  }),
  get: route({
    operationId: 'getConversation',
    method: 'get',
    path: '/api/v1/conversations/{id}',
    summary: 'Get a conversation with its active skills and open run',
    access,
    params: idParam,
    response: { status: 200, schema: conversationSchema },
  }),
  rename: route({
    operationId: 'renameConversation',
    method: 'patch',
    path: '/api/v1/conversations/{id}',
    summary: 'Rename a conversation',
    access,
    params: idParam,
    body: conversationRenameSchema,
    response: { status: 200, schema: conversationSchema },
  }),
  remove: route({
    operationId: 'deleteConversation',
    method: 'delete',
    path: '/api/v1/conversations/{id}',
    summary: 'Delete a conversation with its log',
    description:
      'It is kept for 30 days, and can be restored until then. Its open run is cancelled.',
    access,
    params: idParam,
    response: { status: 204, schema: null },
    problems: [409],
  }),
  send: route({
    operationId: 'sendMessage',
    method: 'post',
    path: '/api/v1/conversations/{id}/messages',
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
      { status: 202, description: 'Accepted; follow the events', hasSameBody: true },
    ],
    problems: [409],
  }),
  events: route({
    operationId: 'listConversationEvents',
    method: 'get',
    path: '/api/v1/conversations/{id}/events',
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
  cancel: route({
    operationId: 'cancelRun',
    method: 'post',
    path: '/api/v1/conversations/{id}/cancel',
    summary: 'Cancel the open run, if there is one',
    access,
    params: idParam,
    response: { status: 200, schema: conversationSchema },
  }),
  rate: route({
    operationId: 'rateAnswer',
    method: 'put',
    path: '/api/v1/conversations/{id}/runs/{run_id}/rating',
    summary: 'Say what you think of a finished run’s answer',
    description: 'The last one counts; null takes it back. Service accounts do not rate.',
    access,
    params: idParam.extend({ run_id: z.string().min(1).max(100) }),
    body: ratingSchema,
    response: { status: 200, schema: ratingSchema },
    problems: [409],
  }),
  skills: route({
    operationId: 'getActiveSkills',
    method: 'get',
    path: '/api/v1/conversations/{id}/skills',
    summary: 'Get the active skills, the budget (A6) and the pinned revisions',
    access,
    params: idParam,
    response: { status: 200, schema: conversationSkillsSchema },
  }),
  activate: route({
    operationId: 'activateSkill',
    method: 'put',
    path: '/api/v1/conversations/{id}/skills/{slug}',
    summary: 'Activate a skill as a person',
    access,
    params: slugParam,
    response: { status: 200, schema: skillsStateSchema },
    problems: [409, 413],
  }),
  upgrade: route({
    operationId: 'upgradeSkill',
    method: 'post',
    path: '/api/v1/conversations/{id}/skills/{slug}/upgrade',
    summary: 'Upgrade an active skill to its newest revision',
    description:
      'The rules of activation apply. When the new text does not fit, the previous text stays.',
    access,
    params: slugParam,
    response: { status: 200, schema: skillsStateSchema },
    problems: [409, 413],
  }),
  keep: route({
    operationId: 'keepFetchedSkill',
    method: 'post',
    path: '/api/v1/conversations/{id}/skills/{slug}/keep',
    summary: 'Bring a skill that was fetched from a registry into the inbox (A11)',
    description:
      'It is fetched anew, scanned and held as every import. The conversation goes on with what it has.',
    access: 'skills.write',
    params: slugParam,
    response: { status: 200, schema: keptSkillSchema },
    problems: [409],
  }),
  deactivate: route({
    operationId: 'deactivateSkill',
    method: 'delete',
    path: '/api/v1/conversations/{id}/skills/{slug}',
    summary: 'Deactivate a skill as a person',
    access,
    params: slugParam,
    response: { status: 200, schema: skillsStateSchema },
    problems: [409],
  }),
  prompt: route({
    operationId: 'getRecordedPrompt',
    method: 'get',
    path: '/api/v1/conversations/{id}/prompts/{digest}',
    summary: 'Get the system prompt of a step, as it was sent',
    access,
    params: idParam.extend({ digest: z.string().min(1).max(100) }),
    response: { status: 200, schema: promptSchema },
  }),
} as const
