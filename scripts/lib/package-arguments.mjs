const isSigned = (env, platform) => {
  if (platform === 'darwin') return Boolean(env.CSC_LINK && env.APPLE_API_KEY)
  if (platform === 'win32') return Boolean(env.WIN_CSC_LINK || env.CSC_LINK)
  // Packages for Linux are not signed; the updater checks their hash, loaded by https.
  return true
}

/** Arguments beyond electron-builder.yml. A package without a signature or address never updates. */
export const packageArguments = (env, platform) => {
  const url = env.AGENCY_DESK_UPDATE_URL ?? ''
  if (url !== '' && !url.startsWith('https://')) throw new Error('AGENCY_DESK_UPDATE_URL has to begin with https://.')
  const hasUpdates = url !== '' && isSigned(env, platform)
  return [
    '--publish',
    'never',
    ...(hasUpdates ? [`-c.publish.url=${url}`, '-c.extraMetadata.hasUpdates=true'] : []),
    ...(platform === 'darwin' && env.APPLE_API_KEY ? ['-c.mac.notarize=true'] : []),
  ]
}
