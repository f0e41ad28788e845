import { z } from '@hono/zod-openapi'
import { idParam } from '../schemas/common.ts'
import {
  executionListQuery,
  executionOutputQuery,
  executionPageSchema,
  executionSchema,
  executionStartSchema,
  sandboxHealthSchema,
  skillSecretListSchema,
  skillSecretPutSchema,
  skillSecretSchema,
} from '../schemas/executions.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Executions'
const access = 'conversations.use'

/** Scripts that were run, and the sandbox they run in (C2, C5). */
export const executionRoutes = {
  list: apiRoute({
    operationId: 'listExecutions',
    method: 'get',
    path: '/api/v1/executions',
    tag,
    summary: 'List what was run on your behalf, newest first',
    access,
    query: executionListQuery,
    response: { status: 200, schema: executionPageSchema },
  }),
  start: apiRoute({
    operationId: 'startExecution',
    method: 'post',
    path: '/api/v1/executions',
    tag,
    summary: 'Run a script of a skill yourself',
    description: 'Answers as soon as it is written down; Location says where it is.',
    access,
    body: executionStartSchema,
    response: { status: 202, schema: executionSchema },
    problems: [404, 409, 415],
  }),
  get: apiRoute({
    operationId: 'getExecution',
    method: 'get',
    path: '/api/v1/executions/{id}',
    tag,
    summary: 'Get an execution with what it printed',
    access,
    params: idParam,
    response: { status: 200, schema: executionSchema },
  }),
  events: apiRoute({
    operationId: 'followExecution',
    method: 'get',
    path: '/api/v1/executions/{id}/events',
    tag,
    summary: 'What an execution prints, as it does, and how it ends',
    description:
      'Server-Sent Events `output` and, once, `end`; an ended one is told from the record.',
    access,
    params: idParam,
    response: { status: 200, schema: null },
    otherResponses: [{ status: 200, mediaType: 'text/event-stream', description: 'The events' }],
  }),
  cancel: apiRoute({
    operationId: 'cancelExecution',
    method: 'post',
    path: '/api/v1/executions/{id}/cancel',
    tag,
    summary: 'End an execution; one that has ended stays as it is',
    access,
    params: idParam,
    response: { status: 200, schema: executionSchema },
    problems: [409],
  }),
  output: apiRoute({
    operationId: 'getExecutionOutput',
    method: 'get',
    path: '/api/v1/executions/{id}/outputs',
    tag,
    summary: 'Download a file an execution wrote',
    access,
    params: idParam,
    query: executionOutputQuery,
    response: { status: 200, schema: null },
    otherResponses: [
      { status: 200, mediaType: 'application/octet-stream', description: 'The bytes as kept' },
    ],
  }),
  sandbox: apiRoute({
    operationId: 'getSandbox',
    method: 'get',
    path: '/api/v1/sandbox',
    tag,
    summary: 'What scripts run in: backend, runtimes, and how busy it is',
    access,
    response: { status: 200, schema: sandboxHealthSchema },
  }),
} as const

const secretParams = idParam.extend({ name: z.string().min(1).max(100) })

/** Secrets of a skill: for whoever may write the skill; values go in and never come out (C9). */
export const skillSecretRoutes = {
  list: apiRoute({
    operationId: 'listSkillSecrets',
    method: 'get',
    path: '/api/v1/skills/{id}/secrets',
    tag: 'Skills',
    summary: 'List the names of a skill’s secrets',
    access: 'skills.write',
    params: idParam,
    response: { status: 200, schema: skillSecretListSchema },
  }),
  put: apiRoute({
    operationId: 'putSkillSecret',
    method: 'put',
    path: '/api/v1/skills/{id}/secrets/{name}',
    tag: 'Skills',
    summary: 'Set a secret, which only this skill’s scripts get, as an environment variable',
    access: 'skills.write',
    params: secretParams,
    body: skillSecretPutSchema,
    response: { status: 200, schema: skillSecretSchema },
    problems: [409],
  }),
  remove: apiRoute({
    operationId: 'deleteSkillSecret',
    method: 'delete',
    path: '/api/v1/skills/{id}/secrets/{name}',
    tag: 'Skills',
    summary: 'Remove a secret of a skill',
    access: 'skills.write',
    params: secretParams,
    response: { status: 204, schema: null },
  }),
} as const
