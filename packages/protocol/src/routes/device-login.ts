import {
  deviceAnswerSchema,
  deviceCodeCreateSchema,
  deviceCodeParam,
  deviceCodeSchema,
  deviceRequestSchema,
  deviceTokenRequestSchema,
  deviceTokenSchema,
} from '../schemas/device-login.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Session'

/** The login of a program without a browser: it shows a short code, which a person confirms on the page. */
export const deviceLoginRoutes = {
  start: apiRoute({
    operationId: 'startDeviceLogin',
    method: 'post',
    path: '/api/v1/device/code',
    tag,
    summary: 'Ask for an API key that a person confirms on the page',
    description: 'The code is valid for ten minutes, at the server that gave it.',
    access: 'public',
    body: deviceCodeCreateSchema,
    response: { status: 201, schema: deviceCodeSchema },
    problems: [429],
  }),
  token: apiRoute({
    operationId: 'getDeviceToken',
    method: 'post',
    path: '/api/v1/device/token',
    tag,
    summary: 'Get the API key once a person has confirmed the code',
    access: 'public',
    body: deviceTokenRequestSchema,
    response: { status: 200, schema: deviceTokenSchema },
  }),
  get: apiRoute({
    operationId: 'getDeviceRequest',
    method: 'get',
    path: '/api/v1/device/requests/{code}',
    tag,
    summary: 'Show what a code asks for',
    access: 'authenticated',
    params: deviceCodeParam,
    response: { status: 200, schema: deviceRequestSchema },
    problems: [404, 429],
  }),
  answer: apiRoute({
    operationId: 'answerDeviceRequest',
    method: 'post',
    path: '/api/v1/device/requests/{code}',
    tag,
    summary: 'Give the program an API key of yours, or refuse it',
    access: 'authenticated',
    freshLogin: true,
    params: deviceCodeParam,
    body: deviceAnswerSchema,
    response: { status: 204, schema: null },
    problems: [404, 429],
  }),
} as const
