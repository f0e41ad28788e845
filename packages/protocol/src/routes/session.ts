import { idParam } from '../schemas/common.ts'
import { loginLinkSchema, loginSchema, meSchema } from '../schemas/organisation.ts'
import {
  sessionEndQuery,
  sessionListQuery,
  sessionListSchema,
  sessionsEndedSchema,
} from '../schemas/sessions.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Session')

/** Browser sessions, and who the caller is. */
export const sessionRoutes = {
  login: route({
    operationId: 'logIn',
    method: 'post',
    path: '/api/v1/session',
    summary: 'Exchange a one-time token, an invitation or an API key for a login cookie',
    access: 'public',
    body: loginSchema,
    response: { status: 200, schema: meSchema },
    problems: [401, 403, 429],
  }),
  link: route({
    operationId: 'createLoginLink',
    method: 'post',
    path: '/api/v1/session/link',
    summary: 'Make a one-time link that logs a browser in as yourself',
    description:
      'Needs an API key with every permission of your role. The link works once, within 30 minutes, at the server that made it; its session ends with the key.',
    access: 'authenticated',
    response: { status: 201, schema: loginLinkSchema },
  }),
  logout: route({
    operationId: 'logOut',
    method: 'delete',
    path: '/api/v1/session',
    summary: 'End the session of this browser',
    access: 'authenticated',
    response: { status: 204, schema: null },
  }),
  list: route({
    operationId: 'listSessions',
    method: 'get',
    path: '/api/v1/sessions',
    summary: 'List your browser sessions; with members.write those of a member',
    access: 'authenticated',
    query: sessionListQuery,
    response: { status: 200, schema: sessionListSchema },
    problems: [404],
  }),
  end: route({
    operationId: 'endSession',
    method: 'delete',
    path: '/api/v1/sessions/{id}',
    summary: 'End one session at once, with its open streams',
    access: 'authenticated',
    params: idParam,
    response: { status: 204, schema: null },
  }),
  endAll: route({
    operationId: 'endSessions',
    method: 'delete',
    path: '/api/v1/sessions',
    summary: 'End all sessions but the one that asks; with members.write those of a member',
    access: 'authenticated',
    query: sessionEndQuery,
    response: { status: 200, schema: sessionsEndedSchema },
    problems: [404],
  }),
  me: route({
    operationId: 'getMe',
    method: 'get',
    path: '/api/v1/me',
    summary: 'Get the owner of the credential and its permissions',
    access: 'authenticated',
    response: { status: 200, schema: meSchema },
  }),
} as const
