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

/** Questions to people (A7). */
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
    summary: 'Approve or deny; the first answer counts',
    description:
      'A clarification is answered with `approved: true` and the answer as the note, and skipped with `approved: false`.',
    access,
    params: idParam,
    body: approvalAnswerSchema,
    response: { status: 200, schema: approvalSchema },
    problems: [409],
  }),
} as const
