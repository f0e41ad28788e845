import { idParam } from '../schemas/common.ts'
import { meSchema } from '../schemas/organisation.ts'
import {
  passkeyCreateSchema,
  passkeyListSchema,
  passkeyLoginSchema,
  passkeyOptionsSchema,
  passkeySchema,
} from '../schemas/passkeys.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Passkeys')

/** Passkeys (WebAuthn) of oneself, and the login with one. */
export const passkeyRoutes = {
  list: route({
    operationId: 'listPasskeys',
    method: 'get',
    path: '/api/v1/passkeys',
    summary: 'List your passkeys',
    access: 'authenticated',
    response: { status: 200, schema: passkeyListSchema },
  }),
  prepare: route({
    operationId: 'preparePasskey',
    method: 'post',
    path: '/api/v1/passkeys/challenge',
    summary: 'Get what a browser needs to make a passkey',
    description: 'Only in a browser session. The challenge is valid for five minutes.',
    access: 'authenticated',
    freshLogin: true,
    response: { status: 200, schema: passkeyOptionsSchema },
    problems: [409],
  }),
  create: route({
    operationId: 'createPasskey',
    method: 'post',
    path: '/api/v1/passkeys',
    summary: 'Add a passkey that the browser made',
    access: 'authenticated',
    freshLogin: true,
    body: passkeyCreateSchema,
    bodyLimit: 64 * 1024,
    response: { status: 201, schema: passkeySchema },
    problems: [409],
  }),
  remove: route({
    operationId: 'deletePasskey',
    method: 'delete',
    path: '/api/v1/passkeys/{id}',
    summary: 'Remove a passkey of yours; sessions stay',
    access: 'authenticated',
    params: idParam,
    response: { status: 204, schema: null },
  }),
  challenge: route({
    operationId: 'startPasskeyLogin',
    method: 'post',
    path: '/api/v1/session/passkey/challenge',
    summary: 'Get what a browser needs to log in with a passkey',
    access: 'public',
    response: { status: 200, schema: passkeyOptionsSchema },
    problems: [403],
  }),
  login: route({
    operationId: 'logInWithPasskey',
    method: 'post',
    path: '/api/v1/session/passkey',
    summary: 'Exchange the answer of a passkey for a login cookie',
    access: 'public',
    body: passkeyLoginSchema,
    response: { status: 200, schema: meSchema },
    problems: [401, 403, 429],
  }),
} as const
