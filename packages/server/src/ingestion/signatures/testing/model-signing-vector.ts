/** Signed by model_signing 1.1.1 of PyPI: `model_signing sign key`, with a P-256 key made for this. */
export const modelSigningVector = {
  publicKey:
    '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEXEpbw1oMBT8ceQ3CmdAaxiiZdTf\nlnIJyuBOAOAfiej1TsC9Oeri/OBoDOnJpexGXaBAq2Z2RZyARKEyfjYSAw==\n-----END PUBLIC KEY-----\n',
  files: {
    'SKILL.md': '---\nname: sk\ndescription: X.\n---\nHi\n',
    'scripts/a.sh': 'echo hi\n',
    'skill.oms.sig': JSON.stringify({
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: {
        publicKey: { hint: '4b79bcf10ffbc3f19a16a1da24819d1d3eb22466bfac89e8ddf2a20f9af9aa18' },
        tlogEntries: [],
      },
      dsseEnvelope: {
        payload:
          'ewogICJfdHlwZSI6ICJodHRwczovL2luLXRvdG8uaW8vU3RhdGVtZW50L3YxIiwKICAic3ViamVjdCI6IFsKICAgIHsKICAgICAgIm5hbWUiOiAic2siLAogICAgICAiZGlnZXN0IjogewogICAgICAgICJzaGEyNTYiOiAiMmVkMzYzMzBlMTQ1YzJkMzFjYmY5NWNiOWIzMTdhODhkYWQ1NWE0M2E5YmExODJlMWM2Mzg5MDZlMzE3YzQyNyIKICAgICAgfQogICAgfQogIF0sCiAgInByZWRpY2F0ZVR5cGUiOiAiaHR0cHM6Ly9tb2RlbF9zaWduaW5nL3NpZ25hdHVyZS92MS4wIiwKICAicHJlZGljYXRlIjogewogICAgInNlcmlhbGl6YXRpb24iOiB7CiAgICAgICJpZ25vcmVfcGF0aHMiOiBbCiAgICAgICAgIi5naXRhdHRyaWJ1dGVzIiwKICAgICAgICAic2tpbGwub21zLnNpZyIsCiAgICAgICAgIi5naXRpZ25vcmUiLAogICAgICAgICIuZ2l0IiwKICAgICAgICAiLmdpdGh1YiIKICAgICAgXSwKICAgICAgImhhc2hfdHlwZSI6ICJzaGEyNTYiLAogICAgICAibWV0aG9kIjogImZpbGVzIiwKICAgICAgImFsbG93X3N5bWxpbmtzIjogZmFsc2UKICAgIH0sCiAgICAicmVzb3VyY2VzIjogWwogICAgICB7CiAgICAgICAgIm5hbWUiOiAiU0tJTEwubWQiLAogICAgICAgICJhbGdvcml0aG0iOiAic2hhMjU2IiwKICAgICAgICAiZGlnZXN0IjogImRkY2M5MDJiNmNhMWZmMTRjMmI3OGEwNTdiOGVkMWVmNTAzMTQ5MWNhN2JhY2QzYjA4Zjc4MzNiNzY1Y2U0YWYiCiAgICAgIH0sCiAgICAgIHsKICAgICAgICAibmFtZSI6ICJzY3JpcHRzL2Euc2giLAogICAgICAgICJhbGdvcml0aG0iOiAic2hhMjU2IiwKICAgICAgICAiZGlnZXN0IjogImFiMDg1MDhmZGY1Y2E0ZGE1YzQ5OTU5ODdiYzQxYzU2YzA0OGFhYTVlZWIwNDY0MTdhZTQwNDliN2Q0MDI4NmUiCiAgICAgIH0KICAgIF0KICB9Cn0=',
        payloadType: 'application/vnd.in-toto+json',
        signatures: [
          {
            sig: 'MEUCIB3rs8LubetvzOJQ6ASfDLlhydN73EkonQxIL9qaQKhzAiEA4ahYheUDeWihZUhFDy6PB3AZj8WLqPYdMs9RjmvZZhw=',
            keyid: '',
          },
        ],
      },
    }),
  },
} as const
