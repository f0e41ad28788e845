import {
  collectionCreateSchema,
  collectionListSchema,
  collectionSchema,
  collectionSkillListSchema,
  collectionTokenSchema,
  collectionUpdateSchema,
} from '../schemas/collections.ts'
import { idParam } from '../schemas/common.ts'
import { apiRoute } from './api-route.ts'

const tag = 'Collections'

/** Named sets of skills that stock clients take by an address (issue 35). */
export const collectionRoutes = {
  list: apiRoute({
    operationId: 'listCollections',
    method: 'get',
    path: '/api/v1/collections',
    tag,
    summary: 'List the collections of skills',
    access: 'skills.read',
    response: { status: 200, schema: collectionListSchema },
  }),
  create: apiRoute({
    operationId: 'createCollection',
    method: 'post',
    path: '/api/v1/collections',
    tag,
    summary: 'Make a collection of skills',
    access: 'settings.write',
    body: collectionCreateSchema,
    response: { status: 201, schema: collectionSchema },
    problems: [409],
  }),
  update: apiRoute({
    operationId: 'updateCollection',
    method: 'put',
    path: '/api/v1/collections/{id}',
    tag,
    summary: 'Change a collection of skills',
    description: 'Absent fields stay unchanged.',
    access: 'settings.write',
    params: idParam,
    body: collectionUpdateSchema,
    response: { status: 200, schema: collectionSchema },
    problems: [409],
  }),
  remove: apiRoute({
    operationId: 'deleteCollection',
    method: 'delete',
    path: '/api/v1/collections/{id}',
    tag,
    summary: 'Delete a collection; its skills stay',
    access: 'settings.write',
    params: idParam,
    response: { status: 204, schema: null },
  }),
  skills: apiRoute({
    operationId: 'listCollectionSkills',
    method: 'get',
    path: '/api/v1/collections/{id}/skills',
    tag,
    summary: 'List the skills that a collection has now, by name',
    access: 'skills.read',
    params: idParam,
    response: { status: 200, schema: collectionSkillListSchema },
  }),
  makeToken: apiRoute({
    operationId: 'makeCollectionToken',
    method: 'post',
    path: '/api/v1/collections/{id}/token',
    tag,
    summary: 'Make or replace the token of a collection',
    access: 'settings.write',
    params: idParam,
    response: { status: 201, schema: collectionTokenSchema },
  }),
  revokeToken: apiRoute({
    operationId: 'revokeCollectionToken',
    method: 'delete',
    path: '/api/v1/collections/{id}/token',
    tag,
    summary: 'Revoke the token of a collection',
    access: 'settings.write',
    params: idParam,
    response: { status: 204, schema: null },
  }),
} as const
