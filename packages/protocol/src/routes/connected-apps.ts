import { idParam } from '../schemas/common.ts'
import {
  appAnsweredSchema,
  appAnswerSchema,
  appRequestDetailsSchema,
  appRequestSchema,
  connectedAppListSchema,
} from '../schemas/connected-apps.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Connected apps')

/** Apps that act for a person by OAuth: the person’s side of it. */
export const connectedAppRoutes = {
  list: route({
    operationId: 'listConnectedApps',
    method: 'get',
    path: '/api/v1/connected-apps',
    summary: 'List the apps connected to your account; with members.write those of all members',
    access: 'authenticated',
    response: { status: 200, schema: connectedAppListSchema },
  }),
  describe: route({
    operationId: 'describeAppRequest',
    method: 'post',
    path: '/api/v1/connected-apps/requests',
    summary: 'Show what an app asks for',
    access: 'authenticated',
    body: appRequestSchema,
    response: { status: 200, schema: appRequestDetailsSchema },
    problems: [404, 429],
  }),
  answer: route({
    operationId: 'answerAppRequest',
    method: 'post',
    path: '/api/v1/connected-apps',
    summary: 'Connect an app to your account, or refuse it',
    access: 'authenticated',
    freshLogin: true,
    body: appAnswerSchema,
    response: { status: 201, schema: appAnsweredSchema },
    problems: [404, 429],
  }),
  remove: route({
    operationId: 'removeConnectedApp',
    method: 'delete',
    path: '/api/v1/connected-apps/{id}',
    summary: 'Disconnect an app at once, with all its tokens',
    access: 'authenticated',
    params: idParam,
    response: { status: 204, schema: null },
    problems: [404],
  }),
} as const
