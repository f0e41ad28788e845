import {
  approvalAnswerSchema,
  approvalListQuery,
  approvalPageSchema,
  approvalSchema,
} from '../schemas/approvals.ts'
import { idParam } from '../schemas/common.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Approvals')
const access = 'conversations.use'

/** Approval and clarification requests to people. */
export const approvalRoutes = {
  list: route({
    operationId: 'listApprovals',
    method: 'get',
    path: '/api/v1/approvals',
    summary: 'List approvals you may answer, newest first',
    access,
    query: approvalListQuery,
    response: { status: 200, schema: approvalPageSchema },
  }),
  get: route({
    operationId: 'getApproval',
    method: 'get',
    path: '/api/v1/approvals/{id}',
    summary: 'Get an approval',
    access,
    params: idParam,
    response: { status: 200, schema: approvalSchema },
  }),
  answer: route({
    operationId: 'answerApproval',
    method: 'post',
    path: '/api/v1/approvals/{id}',
    summary: 'Approve or deny a request; the first answer wins',
    description:
      'Answer a clarification with `approved: true` and the answer as the note; skip it with `approved: false`.',
    access,
    params: idParam,
    body: approvalAnswerSchema,
    response: { status: 200, schema: approvalSchema },
    problems: [409],
  }),
} as const
