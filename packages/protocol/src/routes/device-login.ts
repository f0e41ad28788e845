import {
  deviceAnswerSchema,
  deviceCodeCreateSchema,
  deviceCodeParam,
  deviceCodeSchema,
  deviceRequestSchema,
  deviceTokenRequestSchema,
  deviceTokenSchema,
} from '../schemas/device-login.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Session')

/** The login of a program without a browser: it shows a short code, which a person confirms on the page. */
export const deviceLoginRoutes = {
  start: route({
    operationId: 'startDeviceLogin',
    method: 'post',
    path: '/api/v1/device/code',
    summary: 'Ask for an API key that a person confirms on the page',
    description: 'The code is valid for ten minutes, at the server that gave it.',
    access: 'public',
    body: deviceCodeCreateSchema,
    response: { status: 201, schema: deviceCodeSchema },
    problems: [429],
  }),
  token: route({
    operationId: 'getDeviceToken',
    method: 'post',
    path: '/api/v1/device/token',
    summary: 'Get the API key once a person has confirmed the code',
    access: 'public',
    body: deviceTokenRequestSchema,
    response: { status: 200, schema: deviceTokenSchema },
  }),
  get: route({
    operationId: 'getDeviceRequest',
    method: 'get',
    path: '/api/v1/device/requests/{code}',
    summary: 'Show what a code asks for',
    access: 'authenticated',
    params: deviceCodeParam,
    response: { status: 200, schema: deviceRequestSchema },
    problems: [404, 429],
  }),
  answer: route({
    operationId: 'answerDeviceRequest',
    method: 'post',
    path: '/api/v1/device/requests/{code}',
    summary: 'Give the program an API key of yours, or refuse it',
    access: 'authenticated',
    freshLogin: true,
    params: deviceCodeParam,
    body: deviceAnswerSchema,
    response: { status: 204, schema: null },
    problems: [404, 429],
  }),
} as const
