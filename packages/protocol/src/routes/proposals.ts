import { idParam } from '../schemas/common.ts'
import {
  proposalAcceptedSchema,
  proposalAcceptSchema,
  proposalListQuery,
  proposalPageSchema,
  proposalRejectSchema,
  proposalSchema,
  proposalSummarySchema,
  skillSuggestionSchema,
} from '../schemas/proposals.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Proposals'

/** Skills written by agents that wait for a decision by a person. */
export const proposalRoutes = {
  list: apiRoute({
    operationId: 'listProposals',
    method: 'get',
    path: '/api/v1/proposals',
    tag,
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
    summary: 'Take back your own proposal; the first decision wins',
    access: 'skills.write',
    params: idParam,
    body: proposalRejectSchema,
    response: { status: 200, schema: proposalSummarySchema },
    problems: [409, 412],
  }),
  offer: apiRoute({
    operationId: 'suggestSkill',
    method: 'post',
    path: '/api/v1/skills/{id}/offer',
    tag,
    summary: 'Offer your own skill to the organisation',
    description:
      'Makes a proposal that an owner or admin decides. Accepting it moves the skill with its revisions to the organisation; when the organisation has the slug already, it changes that skill and yours stays.',
    access: 'skills.write',
    params: idParam,
    body: skillSuggestionSchema,
    response: { status: 201, schema: proposalSummarySchema },
    problems: [409, 412],
  }),
} as const
