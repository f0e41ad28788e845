import { isProblemError } from '@repertoire/core/base'
import { expect, test } from 'vitest'
import { parseS3Address } from './s3-address.ts'

test('C6: a URL contains the bucket, the prefix and the bucket style', () => {
  const plain = { bucket: 'my-bucket', prefix: '', pathStyle: undefined }
  expect(parseS3Address('s3://my-bucket')).toEqual(plain)
  expect(parseS3Address('s3://my-bucket/')).toEqual(plain)
  expect(parseS3Address('s3://my-bucket/a//b_c.d/')).toEqual({ ...plain, prefix: 'a/b_c.d/' })
  expect(parseS3Address('s3://my-bucket/a?path-style=true')).toEqual({
    ...plain,
    prefix: 'a/',
    pathStyle: true,
  })
  expect(parseS3Address('s3://my-bucket?path-style=false')).toMatchObject({ pathStyle: false })
})

test('C6: any other URL is rejected without being repeated', () => {
  const others = [
    ...[
      '',
      's3://',
      's3:///prefix',
      'S3://my-bucket',
      'https://hunter2@host/my-bucket',
      'my-bucket',
    ],
    ...['s3://key:hunter2@my-bucket', 's3://my-bucket/../hunter2', 's3://my-bucket/./x'],
    ...[
      's3://my-bucket/a b',
      's3://my-bucket/%2e%2e',
      's3://my-bucket?region=hunter2',
      's3://UPPER',
    ],
    ...['s3://my-bucket?path-style=yes', `s3://my-bucket/${'x'.repeat(501)}`, 's3://my-bucket\n'],
  ]
  for (const address of others) {
    let code = 'accepted'
    try {
      parseS3Address(address)
    } catch (error) {
      if (!isProblemError(error)) throw error
      code = error.problem.code
      expect(JSON.stringify(error.problem)).not.toContain('hunter2')
    }
    expect([address, code]).toEqual([address, 'store.bad-blobs-url'])
  }
})
