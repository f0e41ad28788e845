import { expect, it } from 'vitest'
import { readAppRequest } from './app-request.ts'

it('issue 35: reads what an app asks for as it is written', () => {
  expect(readAppRequest('?client_id=app_1&state=1e5&scope=skills%3Aread&other=x')).toEqual({
    ...{ client_id: 'app_1', state: '1e5', scope: 'skills:read' },
  })
  expect(readAppRequest('?state=1')).toBeNull()
})
