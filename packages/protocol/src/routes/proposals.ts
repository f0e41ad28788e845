import { idParam } from '../schemas/common.ts'
import {
  proposalAcceptedSchema,
  proposalAcceptSchema,
  proposalListQuery,
  proposalPageSchema,
  proposalRejectSchema,
  proposalSchema,
  proposalSummarySchema,
} from '../schemas/proposals.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Proposals'

/** Skills agents wrote that wait for a person (D5). */
export const proposalRoutes = {
  list: apiRoute({
    operationId: 'listProposals',
    method: 'get',
    path: '/api/v1/proposals',
    tag,
    summary: 'List proposals, newest first',
    description: 'Your own; owners and admins also see every change of an organisation’s skill.',
    access: 'skills.read',
    query: proposalListQuery,
    response: { status: 200, schema: proposalPageSchema },
  }),
  get: apiRoute({
    operationId: 'getProposal',
    method: 'get',
    path: '/api/v1/proposals/{id}',
    tag,
    summary: 'Get a proposal with its text and the one it would replace',
    access: 'skills.read',
    params: idParam,
    response: { status: 200, schema: proposalSchema },
  }),
  accept: apiRoute({
    operationId: 'acceptProposal',
    method: 'post',
    path: '/api/v1/proposals/{id}/accept',
    tag,
    summary: 'Take a proposal into the library; the first decision counts',
    description:
      'A skill that has changed since the proposal was written answers `proposal.stale`, and nothing is written.',
    access: 'skills.write',
    params: idParam,
    body: proposalAcceptSchema,
    response: { status: 200, schema: proposalAcceptedSchema },
    problems: [409, 412],
  }),
  reject: apiRoute({
    operationId: 'rejectProposal',
    method: 'post',
    path: '/api/v1/proposals/{id}/reject',
    tag,
    summary: 'Turn a proposal down; the first decision counts',
    access: 'skills.write',
    params: idParam,
    body: proposalRejectSchema,
    response: { status: 200, schema: proposalSummarySchema },
    problems: [409, 412],
  }),
} as const
