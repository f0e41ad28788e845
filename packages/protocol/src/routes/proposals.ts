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

/** The earlier shape of what agents and members propose: `/api/v1/reviews` has it now. Goes with the next release. */
export const proposalRoutes = {
  list: apiRoute({
    operationId: 'listProposals',
    method: 'get',
    path: '/api/v1/proposals',
    tag,
    deprecated: true,
    summary: 'List proposals, newest first',
    description:
      'Your own proposals; owners and admins also see every proposed change of an organisation skill.',
    access: 'skills.read',
    query: proposalListQuery,
    response: { status: 200, schema: proposalPageSchema },
  }),
  get: apiRoute({
    operationId: 'getProposal',
    method: 'get',
    path: '/api/v1/proposals/{id}',
    tag,
    deprecated: true,
    summary: 'Get a proposal with its text and the text it would replace',
    access: 'skills.read',
    params: idParam,
    response: { status: 200, schema: proposalSchema },
  }),
  accept: apiRoute({
    operationId: 'acceptProposal',
    method: 'post',
    path: '/api/v1/proposals/{id}/accept',
    tag,
    deprecated: true,
    summary: 'Accept a proposal into the library; the first decision wins',
    description:
      'Returns `proposal.stale` and writes nothing when the skill has changed since the proposal was written.',
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
    deprecated: true,
    summary: 'Reject a proposal; the first decision wins',
    access: 'skills.write',
    params: idParam,
    body: proposalRejectSchema,
    response: { status: 200, schema: proposalSummarySchema },
    problems: [409, 412],
  }),
  withdraw: apiRoute({
    operationId: 'cancelProposal',
    method: 'post',
    path: '/api/v1/proposals/{id}/withdraw',
    tag,
    deprecated: true,
    summary: 'Take back your own proposal; the first decision wins',
    access: 'skills.write',
    params: idParam,
    body: proposalRejectSchema,
    response: { status: 200, schema: proposalSummarySchema },
    problems: [409, 412],
  }),
} as const
