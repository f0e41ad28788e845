import {
  advisoriesSchema,
  advisoryExceptionSchema,
  advisoryExceptSchema,
  advisoryListSchema,
  advisoryListSetSchema,
} from '../schemas/advisories.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Review')
const base = '/api/v1/advisories'

/** Signed lists of contents, publishers and sources that must not be used. */
export const advisoryRoutes = {
  list: route({
    operationId: 'listAdvisories',
    method: 'get',
    path: base,
    summary: 'List the advisory lists with their last check, and what of them concerns you',
    access: 'skills.read',
    response: { status: 200, schema: advisoriesSchema },
  }),
  set: route({
    operationId: 'setAdvisoryList',
    method: 'put',
    path: `${base}/list`,
    summary:
      'Subscribe the organisation to an advisory list and its signer, in place of the one before',
    description: 'It is read at once, before each sync, and every quarter of an hour.',
    access: 'settings.write',
    freshLogin: true,
    body: advisoryListSetSchema,
    response: { status: 200, schema: advisoryListSchema },
  }),
  remove: route({
    operationId: 'removeAdvisoryList',
    method: 'delete',
    path: `${base}/list`,
    summary: 'End the subscription of the organisation; what was taken out of use stays so',
    access: 'settings.write',
    freshLogin: true,
    response: { status: 204, schema: null },
    problems: [404],
  }),
  check: route({
    operationId: 'checkAdvisories',
    method: 'post',
    path: `${base}/check`,
    summary: 'Read the advisory lists now, and apply what is critical',
    access: 'skills.write',
    response: { status: 200, schema: advisoriesSchema },
  }),
  except: route({
    operationId: 'exceptFromAdvisories',
    method: 'post',
    path: `${base}/exceptions`,
    summary: 'Decide that advisories do not count for a content, with a reason',
    description:
      'Needs an owner. The content may be enabled again; nothing is enabled by it. A later advisory counts again.',
    access: 'skills.write',
    body: advisoryExceptSchema,
    response: { status: 201, schema: advisoryExceptionSchema },
    problems: [404],
  }),
} as const
