import { z } from '@hono/zod-openapi'
import { idParam } from '../schemas/common.ts'
import {
  executionListQuery,
  executionOutputQuery,
  executionPageSchema,
  executionSchema,
  executionStartSchema,
  sandboxExecuteSchema,
  sandboxHealthSchema,
  sandboxResultSchema,
  skillSecretListSchema,
  skillSecretPutSchema,
  skillSecretSchema,
} from '../schemas/executions.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Executions')
const skillRoute = routesWithTag('Skills')
const access = 'conversations.use'

/** Executions of scripts, and the sandbox they run in. */
export const executionRoutes = {
  list: route({
    operationId: 'listExecutions',
    method: 'get',
    path: '/api/v1/executions',
    summary: 'List executions on your behalf, newest first',
    access,
    query: executionListQuery,
    response: { status: 200, schema: executionPageSchema },
  }),
  start: route({
    operationId: 'startExecution',
    method: 'post',
    path: '/api/v1/executions',
    summary: 'Run a script of a skill as a person',
    description: 'Returns as soon as the execution is recorded; see Location.',
    access,
    body: executionStartSchema,
    response: { status: 202, schema: executionSchema },
    problems: [404, 409, 415],
  }),
  get: route({
    operationId: 'getExecution',
    method: 'get',
    path: '/api/v1/executions/{id}',
    summary: 'Get an execution with its output',
    access,
    params: idParam,
    response: { status: 200, schema: executionSchema },
  }),
  events: route({
    operationId: 'followExecution',
    method: 'get',
    path: '/api/v1/executions/{id}/events',
    summary: 'Stream the output of an execution and its end',
    description:
      'Server-Sent Events `output` and, once, `end`; a finished execution is replayed from its record.',
    access,
    params: idParam,
    response: { status: 200, schema: null },
    otherResponses: [{ status: 200, mediaType: 'text/event-stream', description: 'The events' }],
  }),
  cancel: route({
    operationId: 'cancelExecution',
    method: 'post',
    path: '/api/v1/executions/{id}/cancel',
    summary: 'Cancel an execution; no effect on one that has ended',
    access,
    params: idParam,
    response: { status: 200, schema: executionSchema },
    problems: [409],
  }),
  output: route({
    operationId: 'getExecutionOutput',
    method: 'get',
    path: '/api/v1/executions/{id}/outputs',
    summary: 'Download a file an execution wrote',
    access,
    params: idParam,
    query: executionOutputQuery,
    response: { status: 200, schema: null },
    otherResponses: [
      { status: 200, mediaType: 'application/octet-stream', description: 'The stored bytes' },
    ],
  }),
  sandbox: route({
    operationId: 'getSandbox',
    method: 'get',
    path: '/api/v1/sandbox',
    summary: 'Get the sandbox: backend, runtimes and load',
    access,
    response: { status: 200, schema: sandboxHealthSchema },
  }),
  execute: route({
    operationId: 'executeInSandbox',
    method: 'post',
    path: '/api/v1/sandbox/execute',
    summary: 'Run code of your own in the sandbox and wait for its result',
    description:
      'The JSON message of an executor. Needs skills.read and skills.write too. Nothing is stored; closing the connection cancels it.',
    access,
    body: sandboxExecuteSchema,
    bodyLimit: 16 * 1024 * 1024,
    response: { status: 200, schema: sandboxResultSchema },
    problems: [409, 429],
  }),
} as const

const secretParams = idParam.extend({ name: z.string().min(1).max(100) })

/** Secrets of a skill, for whoever may write the skill; values are write-only. */
export const skillSecretRoutes = {
  list: skillRoute({
    operationId: 'listSkillSecrets',
    method: 'get',
    path: '/api/v1/skills/{id}/secrets',
    summary: 'List the names of a skill’s secrets',
    access: 'skills.write',
    params: idParam,
    response: { status: 200, schema: skillSecretListSchema },
  }),
  put: skillRoute({
    operationId: 'putSkillSecret',
    method: 'put',
    path: '/api/v1/skills/{id}/secrets/{name}',
    summary: 'Set a secret; only the scripts of this skill receive it, as an environment variable',
    access: 'skills.write',
    params: secretParams,
    body: skillSecretPutSchema,
    response: { status: 200, schema: skillSecretSchema },
    problems: [409],
  }),
  remove: skillRoute({
    operationId: 'deleteSkillSecret',
    method: 'delete',
    path: '/api/v1/skills/{id}/secrets/{name}',
    summary: 'Remove a secret of a skill',
    access: 'skills.write',
    params: secretParams,
    response: { status: 204, schema: null },
  }),
} as const
