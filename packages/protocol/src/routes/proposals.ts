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
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Proposals')

/** The earlier shape of what agents and members propose: `/api/v1/reviews` has it now. Goes with the next release. */
export const proposalRoutes = {
  list: route({
    operationId: 'listProposals',
    method: 'get',
    path: '/api/v1/proposals',
    deprecated: true,
    summary: 'List proposals, newest first',
    description:
      'Your own proposals; owners and admins also see every proposed change of an organisation skill.',
    access: 'skills.read',
    query: proposalListQuery,
    response: { status: 200, schema: proposalPageSchema },
  }),
  get: route({
    operationId: 'getProposal',
    method: 'get',
    path: '/api/v1/proposals/{id}',
    deprecated: true,
    summary: 'Get a proposal with its text and the text it would replace',
    access: 'skills.read',
    params: idParam,
    response: { status: 200, schema: proposalSchema },
  }),
  accept: route({
    operationId: 'acceptProposal',
    method: 'post',
    path: '/api/v1/proposals/{id}/accept',
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
  reject: route({
    operationId: 'rejectProposal',
    method: 'post',
    path: '/api/v1/proposals/{id}/reject',
    deprecated: true,
    summary: 'Reject a proposal; the first decision wins',
    access: 'skills.write',
    params: idParam,
    body: proposalRejectSchema,
    response: { status: 200, schema: proposalSummarySchema },
    problems: [409, 412],
  }),
  withdraw: route({
    operationId: 'cancelProposal',
    method: 'post',
    path: '/api/v1/proposals/{id}/withdraw',
    deprecated: true,
    summary: 'Take back your own proposal; the first decision wins',
    access: 'skills.write',
    params: idParam,
    body: proposalRejectSchema,
    response: { status: 200, schema: proposalSummarySchema },
    problems: [409, 412],
  }),
} as const
