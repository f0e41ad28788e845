import { loginSchema, meSchema } from '../schemas/organisation.ts'
import { apiRoute } from './api-route.ts'

/** Browser sessions, and who the caller is. */
export const sessionRoutes = {
  login: apiRoute({
    operationId: 'logIn',
    method: 'post',
    path: '/api/v1/session',
    tag: 'Session',
    summary: 'Exchange a one-time token, an invitation or an API key for a login cookie',
    access: 'public',
    body: loginSchema,
    response: { status: 200, schema: meSchema },
    problems: [401, 403, 429],
  }),
  logout: apiRoute({
    operationId: 'logOut',
    method: 'delete',
    path: '/api/v1/session',
    tag: 'Session',
    summary: 'End the session of this browser',
    access: 'authenticated',
    response: { status: 204, schema: null },
  }),
  me: apiRoute({
    operationId: 'getMe',
    method: 'get',
    path: '/api/v1/me',
    tag: 'Session',
    summary: 'Get the owner of the credential and its permissions',
    access: 'authenticated',
    response: { status: 200, schema: meSchema },
  }),
} as const
