import {
  approvalAnswerSchema,
  approvalListQuery,
  approvalPageSchema,
  approvalSchema,
} from '../schemas/approvals.ts'
import { idParam } from '../schemas/common.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Approvals'
const access = 'conversations.use'

/** Approval and clarification requests to people. */
export const approvalRoutes = {
  list: apiRoute({
    operationId: 'listApprovals',
    method: 'get',
    path: '/api/v1/approvals',
    tag,
    summary: 'List approvals you may answer, newest first',
    access,
    query: approvalListQuery,
    response: { status: 200, schema: approvalPageSchema },
  }),
  get: apiRoute({
    operationId: 'getApproval',
    method: 'get',
    path: '/api/v1/approvals/{id}',
    tag,
    summary: 'Get an approval',
    access,
    params: idParam,
    response: { status: 200, schema: approvalSchema },
  }),
  answer: apiRoute({
    operationId: 'answerApproval',
    method: 'post',
    path: '/api/v1/approvals/{id}',
    tag,
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
