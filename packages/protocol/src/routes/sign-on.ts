import { z } from '@hono/zod-openapi'
import { idParam } from '../schemas/common.ts'
import {
  signOnIdentitiesSchema,
  signOnProvidersSchema,
  signOnStartQuery,
} from '../schemas/sign-on.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Single sign-on')
const providerParam = z.object({ id: z.string().max(100).describe('Name of the provider.') })

/** Login at an identity provider of the operator's file, by OpenID Connect. */
export const signOnRoutes = {
  providers: route({
    operationId: 'listSignOnProviders',
    method: 'get',
    path: '/api/v1/sign-on',
    summary: 'List the identity providers that the login page offers',
    access: 'public',
    response: { status: 200, schema: signOnProvidersSchema },
  }),
  start: route({
    operationId: 'startSignOn',
    method: 'get',
    path: '/api/v1/sign-on/{id}/start',
    summary: 'Send the browser to an identity provider',
    description:
      'For browsers: the answer is a redirect to the provider, or, if that is not possible, to the login page, which says why.',
    access: 'public',
    params: providerParam,
    query: signOnStartQuery,
    response: { status: 303, schema: null },
  }),
  callback: route({
    operationId: 'finishSignOn',
    method: 'get',
    path: '/api/v1/sign-on/{id}/callback',
    summary: 'Where the browser comes back to from the identity provider',
    description:
      'The redirect URI to register at the provider. Its query is that of the authorization response (`code`, `state`, `iss`, `error` …). Sets the login cookie and redirects to a page.',
    access: 'public',
    params: providerParam,
    response: { status: 303, schema: null },
  }),
  removed: route({
    operationId: 'listRemovedIdentities',
    method: 'get',
    path: '/api/v1/sign-on/removed',
    summary: 'List people who were removed and whom single sign-on therefore refuses',
    access: 'members.write',
    response: { status: 200, schema: signOnIdentitiesSchema },
  }),
  readmit: route({
    operationId: 'readmitIdentity',
    method: 'delete',
    path: '/api/v1/sign-on/removed/{id}',
    summary: 'Let a removed person sign in again, as a new member',
    access: 'members.write',
    freshLogin: true,
    params: idParam,
    response: { status: 204, schema: null },
    problems: [404],
  }),
} as const
