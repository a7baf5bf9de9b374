/** The title that a site has before anybody gave it one. */
export const unnamedSite = 'My Site'
