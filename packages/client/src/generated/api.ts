// Types of /api/openapi.json, SHA-256 451e447cdf796da610b2c2e43f05e3efcdabc4a26e24ae5992defaab70f5de08. `npm run generate` writes this file.
export interface paths {
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Answers the token and sets the session cookie. The rate-limit headers describe the lockout of the username, also where a password is missing; without a username they are those of the general budget. Attempts that fail are limited for each client network too (429 RATE_LIMITED); a client with the device cookie of an earlier login is exempt.
         */
        post: operations["postAuthLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description Ends the session of the token, or of the cookie, and clears the cookie.
         */
        post: operations["postAuthLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the first start is
         * @description Whether the first administrator still has the printed password, and whether somebody has ended the setup.
         */
        get: operations["getSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/setup/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take over the first administrator
         * @description Gives the administrator whose password was printed a name, an address and a password of its own. It can be done once, by whoever sends the printed password as `code`; sessions of that password end.
         */
        post: operations["postSetupAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/setup/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the setup for ever
         * @description The web interface leads nobody to it any more, and nobody takes over the first administrator. Again it changes nothing.
         */
        post: operations["postSetupFinish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who I am */
        get: operations["getUsersMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Oldest first.
         */
        get: operations["getUsers"];
        put?: never;
        /**
         * Create a user
         * @description A conflict answers 500 with code DUPLICATE_USER. A password that is too easy to guess is refused.
         */
        post: operations["postUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a user */
        get: operations["getUsersId"];
        /**
         * Change a user
         * @description Editors change themselves, except for the role. A new password ends the other sessions. A wrong current password is counted like a failed login.
         */
        put: operations["putUsersId"];
        post?: never;
        /**
         * Delete a user
         * @description The path names the user; a body, if sent, must be that id as a JSON string.
         */
        delete: operations["deleteUsersId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List posts
         * @description Newest first. The anonymous see published posts only. A far `offset` costs the more the farther it is; `cursor` never does: it goes on behind the last post of the answer whose `nextCursor` it is. A list whose metadata and content are larger than 32 MiB together is refused at `limit`: ask for fewer with `limit`, or for less content with `summaryView` or `frontmatterOnly`.
         */
        get: operations["getPosts"];
        put?: never;
        /** Create a post */
        post: operations["postPosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/posts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a post */
        get: operations["getPostsId"];
        /**
         * Change a post
         * @description Merges: an absent field stays, null clears it.
         */
        put: operations["putPostsId"];
        post?: never;
        /** Delete a post */
        delete: operations["deletePostsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags of posts
         * @description The most used first, by default 20; drafts count. A name over 200 characters is not listed.
         */
        get: operations["getTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the categories of posts
         * @description The most used first, by default 20; drafts count. A name over 200 characters is not listed.
         */
        get: operations["getCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/authors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authors of posts
         * @description The most used first, by default 20; drafts count. A name over 200 characters is not listed.
         */
        get: operations["getAuthors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pages
         * @description Newest first; all of them unless `limit` is given. The anonymous see published pages only. A list whose metadata and content are larger than 32 MiB together is refused at `limit`: ask for fewer with `limit`, or for less content with `summaryView` or `frontmatterOnly`.
         */
        get: operations["getPages"];
        put?: never;
        /** Create a page */
        post: operations["postPages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a page */
        get: operations["getPagesId"];
        /**
         * Change a page
         * @description Merges: an absent field stays, null clears it. Renaming a parent carries its children along.
         */
        put: operations["putPagesId"];
        post?: never;
        /**
         * Delete a page
         * @description Its children move to the grandparent.
         */
        delete: operations["deletePagesId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/posts/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of a post
         * @description Newest first. Numbers rise, with gaps.
         */
        get: operations["getPostsIdRevisions"];
        put?: never;
        /**
         * Store unsaved text as a revision of a post
         * @description Changes nothing of the post itself, so nothing of it is published. The body is that of a change; slug, status, schedule and place in the tree are ignored.
         */
        post: operations["postPostsIdRevisions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/posts/{id}/revisions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a revision of a post */
        get: operations["getPostsIdRevisionsRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/posts/{id}/revisions/{revision}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare a revision of a post with another or with the post as it is */
        get: operations["getPostsIdRevisionsRevisionCompare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/posts/{id}/revisions/{revision}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a revision
         * @description Brings title, metadata and content back, as a new revision. Slug, status, schedule and place in the tree stay.
         */
        post: operations["postPostsIdRevisionsRevisionRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pages/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of a page
         * @description Newest first. Numbers rise, with gaps.
         */
        get: operations["getPagesIdRevisions"];
        put?: never;
        /**
         * Store unsaved text as a revision of a page
         * @description Changes nothing of the page itself, so nothing of it is published. The body is that of a change; slug, status, schedule and place in the tree are ignored.
         */
        post: operations["postPagesIdRevisions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pages/{id}/revisions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a revision of a page */
        get: operations["getPagesIdRevisionsRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pages/{id}/revisions/{revision}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare a revision of a page with another or with the page as it is */
        get: operations["getPagesIdRevisionsRevisionCompare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/pages/{id}/revisions/{revision}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a revision
         * @description Brings title, metadata and content back, as a new revision. Slug, status, schedule and place in the tree stay.
         */
        post: operations["postPagesIdRevisionsRevisionRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bulk/{contentType}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish, unpublish or delete many
         * @description In batches of 25; a failing item never stops the rest.
         */
        post: operations["postBulkContentType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the site settings */
        get: operations["getSettings"];
        /**
         * Change site settings
         * @description All or nothing. `staticOutputDir` and `allowRawHtml` are for admins.
         */
        put: operations["putSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List media files
         * @description Newest first; images unless `type` says otherwise.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file
         * @description Name, declared type and leading bytes must agree; where they do not the answer is 415 (UNSUPPORTED_FILE_TYPE) with a `reason` code and a `message` that says why. While too many images wait to be looked into the answer is 503 (BUSY) with Retry-After, and nothing is kept.
         */
        post: operations["postMediaUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a media file */
        get: operations["getMediaId"];
        /** Change alt text and caption */
        put: operations["putMediaId"];
        post?: never;
        /**
         * Delete a media file
         * @description A file in use is kept (409), unless `clean` removes every use from content or `force` leaves them broken. The refusal tells how many uses there are in `referencesFound` and shows the first 20 entries in `references`; all of them are at `GET /api/media/{id}/references`.
         */
        delete: operations["deleteMediaId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media/{id}/references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where a file is used */
        get: operations["getMediaIdReferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/media/{id}/propagate-metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Carry alt text and caption into content
         * @description Every use whose text equals the old one, or any when that is absent, gets the new one.
         */
        post: operations["postMediaIdPropagateMetadata"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List installed themes */
        get: operations["getThemes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The active theme */
        get: operations["getThemesActive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes/{themeName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a theme */
        get: operations["getThemesThemeName"];
        put?: never;
        post?: never;
        /** Delete a theme */
        delete: operations["deleteThemesThemeName"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes/switch/{themeName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch to a theme
         * @description The path names the theme; a body, if sent, must be that name as a JSON string.
         */
        post: operations["postThemesSwitchThemeName"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes/rollback/{themeName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to the version before
         * @description Brings back the version that the installed one replaced, byte for byte; once more undoes it. A site with this theme is made anew.
         */
        post: operations["postThemesRollbackThemeName"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a theme package
         * @description A ZIP. Installs (201), or updates an installed theme of a lower version (200). Before that, sample pages are rendered; a refusal lists every error in `faults`, with file, line and hint. `warnings` lists what is probably wrong, as names of values that no page has, and never refuses a theme.
         */
        post: operations["postThemesUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes/marketplace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what the marketplace offers */
        get: operations["getThemesMarketplace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes/marketplace/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Categories of the marketplace */
        get: operations["getThemesMarketplaceCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes/marketplace/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install a theme from the marketplace
         * @description The newest version, or the one of its `versions` that is named.
         */
        post: operations["postThemesMarketplaceInstall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes/marketplace/check-updates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which installed themes have a newer version */
        get: operations["getThemesMarketplaceCheckUpdates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes/marketplace/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Update a theme from the marketplace */
        post: operations["postThemesMarketplaceUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes/marketplace/changelog/{themeName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The changelog of a theme
         * @description Newest first. A theme that the marketplace does not have answers with the changelog of its own theme.json.
         */
        get: operations["getThemesMarketplaceChangelogThemeName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/themes/marketplace/changelog/{themeName}/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The changelog of one version of a theme */
        get: operations["getThemesMarketplaceChangelogThemeNameVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/menu": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the menu */
        get: operations["getMenu"];
        /**
         * Replace the menu
         * @description All or nothing. The position in the array decides the order.
         */
        put: operations["putMenu"];
        /**
         * Add a menu item
         * @description It goes last. Without an id one is derived.
         */
        post: operations["postMenu"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/menu/reorder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Put the menu in another order */
        put: operations["putMenuReorder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/menu/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a menu item
         * @description Absent fields stay; null clears parent, class and target, and so does an empty text for parent.
         */
        put: operations["putMenuItemId"];
        post?: never;
        /**
         * Delete a menu item
         * @description Its children move up.
         */
        delete: operations["deleteMenuItemId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/static/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate the site
         * @description Answers at once; the generation goes on in the background. Without options the settings count.
         */
        post: operations["postStaticGenerate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/static/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the site is configured, what runs, how the last generation ended */
        get: operations["getStaticStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/static/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A page as the site would show it
         * @description With a `type`, the page of what is being written; without one the home page of what is published. Nothing of it is kept. `removed` lists what the page does not show of the HTML in the body, the first 50. The HTML has the files of its theme in it; other addresses begin at the root of this host.
         */
        post: operations["postStaticPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/static/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last generations of the site, which can be put back
         * @description At most five, newest first; `at` is when readers first saw it, `live` whether they see it now.
         */
        get: operations["getStaticGenerations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/static/generations/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a generation back
         * @description Readers see it at once, until the next generation ends.
         */
        post: operations["postStaticGenerationsIdActivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/static/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the broken links of the site
         * @description Links and images of the site to itself that nothing answers, each once, by default 20; the one on most pages first. `pages` names the first 100 of its pages, `pagesTotal` counts all. Up to 10,000 links are kept.
         */
        get: operations["getStaticLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/static/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of the changes that reached the site
         * @description Newest first, by default 20; each names the first 20 of its changes. The last 500 are kept.
         */
        get: operations["getStaticReceipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/static/receipts/{generationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of the changes that a generation took up
         * @description Names up to 1000 changes.
         */
        get: operations["getStaticReceiptsGenerationId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/static/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a page of the site was made of, and what last changed it
         * @description Any file of the site that is shown, by its address: `/blog/x/`, with or without the base path.
         */
        get: operations["getStaticWhy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redirects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List redirects
         * @description Sorted by address. Former addresses of posts and pages redirect without an entry here.
         */
        get: operations["getRedirects"];
        put?: never;
        /** Create a redirect */
        post: operations["postRedirects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redirects/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import redirects from CSV
         * @description Columns `from`, `to`, `status`; a header is optional. A redirect with the same `from` is replaced. Lines that are not valid are reported; the others are imported.
         */
        post: operations["postRedirectsImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redirects/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check what other permalinks would move
         * @description Changes nothing. Absent permalinks stay as they are.
         */
        post: operations["postRedirectsCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/redirects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a redirect
         * @description Absent fields stay.
         */
        put: operations["putRedirectsId"];
        post?: never;
        /** Delete a redirect */
        delete: operations["deleteRedirectsId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/{kind}/{id}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The address of a post or page, and its former ones
         * @description `current` is null before the item was first on the site. Former addresses redirect to it.
         */
        get: operations["getKindIdAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/static/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens to the site, as server-sent events
         * @description First `status`, with the shape of GET /api/static/status. Then, of every generation: `started` and, at most four times a second, `progress` (the shape of `current` there); `planned`, and at the end `activated`, `unchanged` or `failed` (the shape of a receipt, with its first 20 changes). `status` and ends have an `id`: who comes back with it in `Last-Event-ID` is told the ends that he missed, up to 100. A comment every 15 seconds shows that the stream lives. It ends within two seconds of the session or of the role, when the server stops, and after an hour. A user may hold 8 streams at a time.
         */
        get: operations["getStaticEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{filename}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An image */
        get: operations["getImagesFilename"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{filename}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A document */
        get: operations["getDocumentsFilename"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where to go
         * @description A page for browsers, JSON for everybody else.
         */
        get: operations["get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This API as an OpenAPI 3.1 document */
        get: operations["getOpenapiJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This API as a page to read */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @constant */
            success: false;
            error: string;
            code: string;
            requestId: string;
            details?: {
                path: string;
                message: string;
            }[];
        };
        ProblemDetails: {
            type?: string;
            title: string;
            status: number;
            detail?: string;
            code: string;
            requestId: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    postAuthLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                "application/json": {
                    username: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            user: {
                                id: string;
                                username: string;
                                email: string;
                                /** @enum {string} */
                                role: "admin" | "editor";
                                /** Format: date-time */
                                createdAt: string;
                            };
                            token: string;
                            /** @description Epoch milliseconds */
                            expiresAt: number;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, INVALID_CREDENTIALS, ACCOUNT_LOCKED, BUSY, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postAuthLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, RATE_LIMITED, NO_TOKEN, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            needsAccount: boolean;
                            finished: boolean;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postSetupAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 16 KiB */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The password that the first start has printed */
                    code: string;
                    username: string;
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            username: string;
                            email: string;
                            /** @enum {string} */
                            role: "admin" | "editor";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description What readers see instead of the username. */
                            displayName?: string;
                            /** @description Plain text. */
                            bio?: string;
                            /** @description Id of an image of the media library. */
                            avatar?: string;
                            links?: {
                                title: string;
                                url: string;
                            }[];
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, WRONG_SETUP_CODE, SETUP_DONE, DUPLICATE_USER, BUSY, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postSetupFinish: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, CROSS_ORIGIN, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getUsersMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            username: string;
                            email: string;
                            /** @enum {string} */
                            role: "admin" | "editor";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description What readers see instead of the username. */
                            displayName?: string;
                            /** @description Plain text. */
                            bio?: string;
                            /** @description Id of an image of the media library. */
                            avatar?: string;
                            links?: {
                                title: string;
                                url: string;
                            }[];
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getUsers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            username: string;
                            email: string;
                            /** @enum {string} */
                            role: "admin" | "editor";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description What readers see instead of the username. */
                            displayName?: string;
                            /** @description Plain text. */
                            bio?: string;
                            /** @description Id of an image of the media library. */
                            avatar?: string;
                            links?: {
                                title: string;
                                url: string;
                            }[];
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    username: string;
                    /** Format: email */
                    email: string;
                    password: string;
                    /** @enum {string} */
                    role?: "admin" | "editor";
                    /** @description At most 100 characters. */
                    displayName?: string | null;
                    /** @description Plain text, at most 2000 characters. */
                    bio?: string | null;
                    /** @description Id of an image of the media library. */
                    avatar?: string | null;
                    /** @description At most 10. */
                    links?: {
                        title: string;
                        url: string;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            username: string;
                            email: string;
                            /** @enum {string} */
                            role: "admin" | "editor";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description What readers see instead of the username. */
                            displayName?: string;
                            /** @description Plain text. */
                            bio?: string;
                            /** @description Id of an image of the media library. */
                            avatar?: string;
                            links?: {
                                title: string;
                                url: string;
                            }[];
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, DUPLICATE_USER, BUSY, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getUsersId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            username: string;
                            email: string;
                            /** @enum {string} */
                            role: "admin" | "editor";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description What readers see instead of the username. */
                            displayName?: string;
                            /** @description Plain text. */
                            bio?: string;
                            /** @description Id of an image of the media library. */
                            avatar?: string;
                            links?: {
                                title: string;
                                url: string;
                            }[];
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    putUsersId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    username?: string;
                    /** Format: email */
                    email?: string;
                    password?: string;
                    /** @enum {string} */
                    role?: "admin" | "editor";
                    /** @description At most 100 characters. */
                    displayName?: string | null;
                    /** @description Plain text, at most 2000 characters. */
                    bio?: string | null;
                    /** @description Id of an image of the media library. */
                    avatar?: string | null;
                    /** @description At most 10. */
                    links?: {
                        title: string;
                        url: string;
                    }[] | null;
                    /** @description The password of the user who asks. Needed with the session cookie to change the own password or email; optional with a bearer token, and checked where it is sent. */
                    currentPassword?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            username: string;
                            email: string;
                            /** @enum {string} */
                            role: "admin" | "editor";
                            /** Format: date-time */
                            updatedAt: string;
                            /** @description What readers see instead of the username. */
                            displayName?: string;
                            /** @description Plain text. */
                            bio?: string;
                            /** @description Id of an image of the media library. */
                            avatar?: string;
                            links?: {
                                title: string;
                                url: string;
                            }[];
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, FORBIDDEN, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, NOT_FOUND, DUPLICATE_USER, LAST_ADMIN, CURRENT_PASSWORD_REQUIRED, WRONG_PASSWORD, ACCOUNT_LOCKED, BUSY, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteUsersId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, FORBIDDEN, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, NOT_FOUND, SELF_DELETE, LAST_ADMIN, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getPosts: {
        parameters: {
            query?: {
                status?: "published" | "draft";
                limit?: number;
                offset?: number;
                frontmatterOnly?: boolean;
                /** @description Names of metadata fields, comma-separated */
                properties?: string;
                summaryView?: boolean;
                previewLength?: number;
                category?: string;
                tag?: string;
                author?: string;
                search?: string;
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "title" | "-title";
                /** @description The `nextCursor` of an earlier answer, instead of an offset */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            frontmatter: {
                                id?: string;
                                title?: string;
                                subtitle?: string;
                                slug?: string;
                                /** @enum {string} */
                                status?: "published" | "draft";
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                                featuredImage?: {
                                    id?: string | null;
                                    url?: string | null;
                                    alt?: string | null;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** Format: date-time */
                                publishAt?: string;
                                /** Format: date-time */
                                unpublishAt?: string;
                                author?: string;
                                category?: string;
                                tags?: string[];
                                excerpt?: string;
                                relatedPosts?: string[];
                            } & {
                                [key: string]: unknown;
                            };
                            content?: string;
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                        nextCursor: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postPosts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours answer the first answer again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    metadata: {
                        title: string;
                        slug?: "" | null | string;
                        status?: ("published" | "draft") | null;
                        subtitle?: string | null;
                        featuredImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description When a draft is published by itself; one that has passed publishes at once. A published item has none */
                        publishAt?: string | null;
                        /** @description When a published item becomes a draft by itself, at once if that has passed; after `publishAt` */
                        unpublishAt?: string | null;
                        author?: string | null;
                        category?: string | null;
                        tags?: string[] | null;
                        excerpt?: string | null;
                        relatedPosts?: string[] | null;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Markdown */
                    content?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_MISMATCH, IDEMPOTENCY_IN_PROGRESS, RATE_LIMITED, DUPLICATE_SLUG, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getPostsId: {
        parameters: {
            query?: {
                resolveRelated?: boolean;
            };
            header?: {
                /** @description Answers 304 when the item is still the same */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Strong, over the whole answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            title: string;
                            subtitle?: string;
                            slug: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            featuredImage?: {
                                id?: string | null;
                                url?: string | null;
                                alt?: string | null;
                            } & {
                                [key: string]: unknown;
                            };
                            /** Format: date-time */
                            publishAt?: string;
                            /** Format: date-time */
                            unpublishAt?: string;
                            author: string;
                            category?: string;
                            tags?: string[];
                            excerpt?: string;
                            relatedPosts: string[];
                            relatedPostsData?: {
                                id: string;
                                title: string;
                                subtitle?: string;
                                slug: string;
                                featuredImage?: {
                                    id?: string | null;
                                    url?: string | null;
                                    alt?: string | null;
                                } & {
                                    [key: string]: unknown;
                                };
                                excerpt?: string;
                            }[];
                            content: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The item is still the one that If-None-Match names */
            304: {
                headers: {
                    /** @description Strong, over the whole answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    putPostsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 412 when the item has changed */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    metadata?: {
                        title?: string;
                        slug?: string;
                        /** @enum {string} */
                        status?: "published" | "draft";
                        subtitle?: string | null;
                        featuredImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description When a draft is published by itself; one that has passed publishes at once. A published item has none */
                        publishAt?: string | null;
                        /** @description When a published item becomes a draft by itself, at once if that has passed; after `publishAt` */
                        unpublishAt?: string | null;
                        author?: string | null;
                        category?: string | null;
                        tags?: string[] | null;
                        excerpt?: string | null;
                        relatedPosts?: string[] | null;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Markdown */
                    content?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            title: string;
                            slug: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, PRECONDITION_FAILED, RATE_LIMITED, NOT_FOUND, DUPLICATE_SLUG, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deletePostsId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 412 when the item has changed */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, PRECONDITION_FAILED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getTags: {
        parameters: {
            query?: {
                /** @description Part of the name; case and accents do not count */
                search?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            /** @description Number of posts, drafts included */
                            count: number;
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getCategories: {
        parameters: {
            query?: {
                /** @description Part of the name; case and accents do not count */
                search?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            /** @description Number of posts, drafts included */
                            count: number;
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getAuthors: {
        parameters: {
            query?: {
                /** @description Part of the name; case and accents do not count */
                search?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            /** @description Number of posts, drafts included */
                            count: number;
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getPages: {
        parameters: {
            query?: {
                status?: "published" | "draft";
                limit?: number;
                offset?: number;
                frontmatterOnly?: boolean;
                /** @description Names of metadata fields, comma-separated */
                properties?: string;
                summaryView?: boolean;
                previewLength?: number;
                pageType?: "normal" | "custom";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            frontmatter: {
                                id?: string;
                                title?: string;
                                subtitle?: string;
                                slug?: string;
                                /** @enum {string} */
                                status?: "published" | "draft";
                                /** Format: date-time */
                                createdAt?: string;
                                /** Format: date-time */
                                updatedAt?: string;
                                featuredImage?: {
                                    id?: string | null;
                                    url?: string | null;
                                    alt?: string | null;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** Format: date-time */
                                publishAt?: string;
                                /** Format: date-time */
                                unpublishAt?: string;
                                /** @enum {string} */
                                pageType?: "normal" | "custom";
                                parentPage?: string | null;
                            } & {
                                [key: string]: unknown;
                            };
                            content?: string;
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postPages: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body within 24 hours answer the first answer again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    metadata: {
                        title: string;
                        slug?: "" | null | string;
                        status?: ("published" | "draft") | null;
                        subtitle?: string | null;
                        featuredImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description When a draft is published by itself; one that has passed publishes at once. A published item has none */
                        publishAt?: string | null;
                        /** @description When a published item becomes a draft by itself, at once if that has passed; after `publishAt` */
                        unpublishAt?: string | null;
                        /** @enum {string} */
                        pageType?: "normal" | "custom";
                        parentPage?: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Markdown */
                    content?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_MISMATCH, IDEMPOTENCY_IN_PROGRESS, RATE_LIMITED, DUPLICATE_SLUG, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getPagesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 304 when the item is still the same */
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Strong, over the whole answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            title: string;
                            subtitle?: string;
                            slug: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                            featuredImage?: {
                                id?: string | null;
                                url?: string | null;
                                alt?: string | null;
                            } & {
                                [key: string]: unknown;
                            };
                            /** Format: date-time */
                            publishAt?: string;
                            /** Format: date-time */
                            unpublishAt?: string;
                            /** @enum {string} */
                            pageType: "normal" | "custom";
                            parentPage: string | null;
                            content: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The item is still the one that If-None-Match names */
            304: {
                headers: {
                    /** @description Strong, over the whole answer */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    putPagesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 412 when the item has changed */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    metadata?: {
                        title?: string;
                        slug?: string;
                        /** @enum {string} */
                        status?: "published" | "draft";
                        subtitle?: string | null;
                        featuredImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description When a draft is published by itself; one that has passed publishes at once. A published item has none */
                        publishAt?: string | null;
                        /** @description When a published item becomes a draft by itself, at once if that has passed; after `publishAt` */
                        unpublishAt?: string | null;
                        /** @enum {string} */
                        pageType?: "normal" | "custom";
                        parentPage?: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Markdown */
                    content?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            title: string;
                            slug: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** Format: date-time */
                            updatedAt: string;
                            /** @enum {string} */
                            pageType: "normal" | "custom";
                            parentPage: string | null;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, PRECONDITION_FAILED, RATE_LIMITED, NOT_FOUND, DUPLICATE_SLUG, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deletePagesId: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 412 when the item has changed */
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, PRECONDITION_FAILED, RATE_LIMITED, NOT_FOUND, RESERVED_SLUG, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getPostsIdRevisions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            revision: number;
                            /** @description Who made it; `scheduler` for a scheduled change, empty when unknown */
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** @description Names of the fields that differ from the revision before */
                            changed: string[];
                            /** @description True for unsaved text that was stored as a revision only: the item never had this state */
                            snapshot: boolean;
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postPostsIdRevisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    metadata?: {
                        title?: string;
                        slug?: string;
                        /** @enum {string} */
                        status?: "published" | "draft";
                        subtitle?: string | null;
                        featuredImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description When a draft is published by itself; one that has passed publishes at once. A published item has none */
                        publishAt?: string | null;
                        /** @description When a published item becomes a draft by itself, at once if that has passed; after `publishAt` */
                        unpublishAt?: string | null;
                        author?: string | null;
                        category?: string | null;
                        tags?: string[] | null;
                        excerpt?: string | null;
                        relatedPosts?: string[] | null;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Markdown */
                    content?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            revision: number;
                            /** @description Who made it; `scheduler` for a scheduled change, empty when unknown */
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** @description Names of the fields that differ from the revision before */
                            changed: string[];
                            /** @description True for unsaved text that was stored as a revision only: the item never had this state */
                            snapshot: boolean;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getPostsIdRevisionsRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            revision: number;
                            /** @description Who made it; `scheduler` for a scheduled change, empty when unknown */
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** @description Names of the fields that differ from the revision before */
                            changed: string[];
                            /** @description True for unsaved text that was stored as a revision only: the item never had this state */
                            snapshot: boolean;
                            slug: string;
                            metadata: {
                                title: string;
                                slug: string;
                                /** @enum {string} */
                                status: "published" | "draft";
                            } & {
                                [key: string]: unknown;
                            };
                            content: string;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getPostsIdRevisionsRevisionCompare: {
        parameters: {
            query?: {
                with?: string;
            };
            header?: never;
            path: {
                id: string;
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            from: number | "current";
                            to: number | "current";
                            fields: {
                                field: string;
                                from?: unknown;
                                to?: unknown;
                            }[];
                            content: {
                                /** @enum {string} */
                                kind: "same" | "removed" | "added";
                                lines: number;
                                text: string;
                            }[];
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postPostsIdRevisionsRevisionRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 412 when the item has changed */
                "If-Match"?: string;
            };
            path: {
                id: string;
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            title: string;
                            slug: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, PRECONDITION_FAILED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getPagesIdRevisions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            revision: number;
                            /** @description Who made it; `scheduler` for a scheduled change, empty when unknown */
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** @description Names of the fields that differ from the revision before */
                            changed: string[];
                            /** @description True for unsaved text that was stored as a revision only: the item never had this state */
                            snapshot: boolean;
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postPagesIdRevisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    metadata?: {
                        title?: string;
                        slug?: string;
                        /** @enum {string} */
                        status?: "published" | "draft";
                        subtitle?: string | null;
                        featuredImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description When a draft is published by itself; one that has passed publishes at once. A published item has none */
                        publishAt?: string | null;
                        /** @description When a published item becomes a draft by itself, at once if that has passed; after `publishAt` */
                        unpublishAt?: string | null;
                        /** @enum {string} */
                        pageType?: "normal" | "custom";
                        parentPage?: string | null;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description Markdown */
                    content?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            revision: number;
                            /** @description Who made it; `scheduler` for a scheduled change, empty when unknown */
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** @description Names of the fields that differ from the revision before */
                            changed: string[];
                            /** @description True for unsaved text that was stored as a revision only: the item never had this state */
                            snapshot: boolean;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getPagesIdRevisionsRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            revision: number;
                            /** @description Who made it; `scheduler` for a scheduled change, empty when unknown */
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** @description Names of the fields that differ from the revision before */
                            changed: string[];
                            /** @description True for unsaved text that was stored as a revision only: the item never had this state */
                            snapshot: boolean;
                            slug: string;
                            metadata: {
                                title: string;
                                slug: string;
                                /** @enum {string} */
                                status: "published" | "draft";
                            } & {
                                [key: string]: unknown;
                            };
                            content: string;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getPagesIdRevisionsRevisionCompare: {
        parameters: {
            query?: {
                with?: string;
            };
            header?: never;
            path: {
                id: string;
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            from: number | "current";
                            to: number | "current";
                            fields: {
                                field: string;
                                from?: unknown;
                                to?: unknown;
                            }[];
                            content: {
                                /** @enum {string} */
                                kind: "same" | "removed" | "added";
                                lines: number;
                                text: string;
                            }[];
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postPagesIdRevisionsRevisionRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Answers 412 when the item has changed */
                "If-Match"?: string;
            };
            path: {
                id: string;
                revision: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            title: string;
                            slug: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** Format: date-time */
                            updatedAt: string;
                            /** @enum {string} */
                            pageType: "normal" | "custom";
                            parentPage: string | null;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, PRECONDITION_FAILED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postBulkContentType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contentType: "posts" | "pages";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "publish" | "draft" | "delete";
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        results: {
                            id: string;
                            success: boolean;
                            result?: {
                                id: string;
                                /** @enum {string} */
                                status: "published" | "draft" | "deleted";
                            };
                            error?: string;
                        }[];
                        errors: {
                            id: string;
                            error: string;
                        }[];
                        totalItems: number;
                        successCount: number;
                        errorCount: number;
                        message: string;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            siteTitle: string;
                            siteDescription: string;
                            postsPerPage: number;
                            activeTheme: string;
                            footerCode: string;
                            siteUrl: string;
                            staticOutputDir: string;
                            staticBaseUrl: string;
                            staticCleanUrls: boolean;
                            staticAutoPublish: boolean;
                            allowRawHtml: boolean;
                            /** @description Newest posts in rss.xml. */
                            rssEntryLimit: number;
                            /** @description Language of the site, BCP 47: en, de-AT, ar. */
                            siteLanguage: string;
                            /** @description Time zone of the dates on the site, IANA: UTC, Europe/Berlin. */
                            siteTimezone: string;
                            /** @description Address of posts; tokens slug, category, year, month, day, id. */
                            permalinkPost: string;
                            /** @description Address of normal pages; tokens slug, id. */
                            permalinkPage: string;
                            /** @description Each redirect of the site is also an HTML page. */
                            redirectPages: boolean;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    putSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    siteTitle?: string;
                    siteDescription?: string;
                    postsPerPage?: number;
                    activeTheme?: string;
                    footerCode?: string;
                    siteUrl?: string;
                    staticOutputDir?: string;
                    staticBaseUrl?: string;
                    staticCleanUrls?: boolean;
                    staticAutoPublish?: boolean;
                    allowRawHtml?: boolean;
                    rssEntryLimit?: number;
                    siteLanguage?: string;
                    siteTimezone?: string;
                    permalinkPost?: string;
                    permalinkPage?: string;
                    redirectPages?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            siteTitle?: string;
                            siteDescription?: string;
                            postsPerPage?: number;
                            activeTheme?: string;
                            footerCode?: string;
                            siteUrl?: string;
                            staticOutputDir?: string;
                            staticBaseUrl?: string;
                            staticCleanUrls?: boolean;
                            staticAutoPublish?: boolean;
                            allowRawHtml?: boolean;
                            /** @description Newest posts in rss.xml. */
                            rssEntryLimit?: number;
                            /** @description Language of the site, BCP 47: en, de-AT, ar. */
                            siteLanguage?: string;
                            /** @description Time zone of the dates on the site, IANA: UTC, Europe/Berlin. */
                            siteTimezone?: string;
                            /** @description Address of posts; tokens slug, category, year, month, day, id. */
                            permalinkPost?: string;
                            /** @description Address of normal pages; tokens slug, id. */
                            permalinkPage?: string;
                            /** @description Each redirect of the site is also an HTML page. */
                            redirectPages?: boolean;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, FORBIDDEN, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getMedia: {
        parameters: {
            query?: {
                type?: "image" | "document" | "all";
                limit?: number;
                offset?: number;
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            filename: string;
                            originalFilename: string;
                            url: string;
                            /** @description Bytes */
                            size: number;
                            /** @enum {string} */
                            type: "image" | "document";
                            /** Format: date-time */
                            createdAt: string;
                            alt: string;
                            caption: string;
                            /** @description Pixels */
                            width?: number;
                            /** @description Pixels */
                            height?: number;
                            /** @description Narrower forms of a raster image; empty until they are made, shortly after the upload */
                            renditions: {
                                url: string;
                                /** @description Pixels */
                                width: number;
                                /** @description Pixels */
                                height: number;
                                mimeType: string;
                                /** @enum {string} */
                                format: "jpeg" | "png" | "gif" | "webp" | "avif";
                                /** @description Bytes */
                                size: number;
                            }[];
                            /** Format: date-time */
                            modifiedAt: string;
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postMediaUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    alt?: string;
                    caption?: string;
                    width?: number;
                    height?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            filename: string;
                            originalFilename: string;
                            url: string;
                            /** @description Bytes */
                            size: number;
                            /** @enum {string} */
                            type: "image" | "document";
                            /** Format: date-time */
                            createdAt: string;
                            alt: string;
                            caption: string;
                            /** @description Pixels */
                            width?: number;
                            /** @description Pixels */
                            height?: number;
                            /** @description Narrower forms of a raster image; empty until they are made, shortly after the upload */
                            renditions: {
                                url: string;
                                /** @description Pixels */
                                width: number;
                                /** @description Pixels */
                                height: number;
                                mimeType: string;
                                /** @enum {string} */
                                format: "jpeg" | "png" | "gif" | "webp" | "avif";
                                /** @description Bytes */
                                size: number;
                            }[];
                            path: string;
                            /** Format: date-time */
                            modifiedAt: string;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, NO_FILE, FILE_TOO_LARGE, IMAGE_TOO_LARGE, UNSUPPORTED_FILE_TYPE, BUSY, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getMediaId: {
        parameters: {
            query?: {
                checkReferences?: boolean;
                includeDetails?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            filename: string;
                            originalFilename: string;
                            url: string;
                            /** @description Bytes */
                            size: number;
                            /** @enum {string} */
                            type: "image" | "document";
                            /** Format: date-time */
                            createdAt: string;
                            alt: string;
                            caption: string;
                            /** @description Pixels */
                            width?: number;
                            /** @description Pixels */
                            height?: number;
                            /** @description Narrower forms of a raster image; empty until they are made, shortly after the upload */
                            renditions: {
                                url: string;
                                /** @description Pixels */
                                width: number;
                                /** @description Pixels */
                                height: number;
                                mimeType: string;
                                /** @enum {string} */
                                format: "jpeg" | "png" | "gif" | "webp" | "avif";
                                /** @description Bytes */
                                size: number;
                            }[];
                            /** Format: date-time */
                            modifiedAt: string;
                        };
                        referenced?: boolean;
                        references?: {
                            id: string;
                            title: string;
                            type: string;
                            /** @enum {string} */
                            referenceType: "featuredImage" | "embedded";
                            slug?: string;
                            status?: string;
                        }[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, REFERENCES_BEHIND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    putMediaId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    alt?: string;
                    caption?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            filename: string;
                            alt: string;
                            caption: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteMediaId: {
        parameters: {
            query?: {
                clean?: boolean;
                force?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        referencesFound: number;
                        referencesRemoved: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, RATE_LIMITED, NOT_FOUND, MEDIA_IN_USE, REFERENCES_BEHIND, CONTENT_BUSY, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getMediaIdReferences: {
        parameters: {
            query?: {
                type?: "image" | "document";
                includeDetails?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        referenced: boolean;
                        references: {
                            id: string;
                            title: string;
                            type: string;
                            /** @enum {string} */
                            referenceType: "featuredImage" | "embedded";
                            slug?: string;
                            status?: string;
                        }[];
                        file: {
                            id: string;
                            filename: string;
                            url: string;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, REFERENCES_BEHIND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postMediaIdPropagateMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    oldAlt?: string;
                    newAlt?: string;
                    oldCaption?: string;
                    newCaption?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        updatedCount: number;
                        altUpdates: number;
                        captionUpdates: number;
                        message: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, NOT_FOUND, REFERENCES_BEHIND, CONTENT_BUSY, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getThemes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            path: string;
                            info: {
                                title: string;
                                description: string;
                                version: string;
                                author: string;
                            } & {
                                [key: string]: unknown;
                            };
                            active: boolean;
                            bundled: boolean;
                            previousVersion: string | null;
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getThemesActive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            path: string;
                            info: {
                                title: string;
                                description: string;
                                version: string;
                                author: string;
                            } & {
                                [key: string]: unknown;
                            };
                            active: boolean;
                            bundled: boolean;
                            previousVersion: string | null;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getThemesThemeName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                themeName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            path: string;
                            info: {
                                title: string;
                                description: string;
                                version: string;
                                author: string;
                            } & {
                                [key: string]: unknown;
                            };
                            active: boolean;
                            bundled: boolean;
                            previousVersion: string | null;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteThemesThemeName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                themeName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, RATE_LIMITED, NOT_FOUND, THEME_ACTIVE, THEME_BUNDLED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postThemesSwitchThemeName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                themeName: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            info: {
                                title: string;
                                description: string;
                                version: string;
                                author: string;
                            } & {
                                [key: string]: unknown;
                            };
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postThemesRollbackThemeName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                themeName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            info: {
                                title: string;
                                description: string;
                                version: string;
                                author: string;
                            } & {
                                [key: string]: unknown;
                            };
                        };
                        message: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, RATE_LIMITED, NOT_FOUND, NO_PREVIOUS_VERSION, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postThemesUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    theme: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            info: {
                                title: string;
                                description: string;
                                version: string;
                                author: string;
                            } & {
                                [key: string]: unknown;
                            };
                        };
                        message: string;
                        warnings: {
                            file: string;
                            line: number | null;
                            message: string;
                            hint: string | null;
                        }[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            info: {
                                title: string;
                                description: string;
                                version: string;
                                author: string;
                            } & {
                                [key: string]: unknown;
                            };
                        };
                        message: string;
                        warnings: {
                            file: string;
                            line: number | null;
                            message: string;
                            hint: string | null;
                        }[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, NO_FILE, THEME_INVALID, THEME_EXISTS, FILE_TOO_LARGE, UPLOAD_INCOMPLETE, TOO_MANY_UPLOADS, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getThemesMarketplace: {
        parameters: {
            query?: {
                search?: string;
                category?: string;
                sort?: "name" | "date" | "version";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: ({
                            marketplaceName: string;
                            title: string;
                            version: string;
                            versions: string[];
                        } & {
                            [key: string]: unknown;
                        })[];
                        total: number;
                        source: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, MARKETPLACE_UNAVAILABLE, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getThemesMarketplaceCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: string[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, MARKETPLACE_UNAVAILABLE, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postThemesMarketplaceInstall: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    themeName: string;
                    version?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            info: {
                                title: string;
                                description: string;
                                version: string;
                                author: string;
                            } & {
                                [key: string]: unknown;
                            };
                        };
                        message: string;
                        themeCount: number;
                        isAvailable: boolean;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, THEME_EXISTS, NOT_FOUND, THEME_INVALID, MARKETPLACE_PACKAGE_INVALID, TOO_MANY_UPLOADS, MARKETPLACE_UNAVAILABLE, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getThemesMarketplaceCheckUpdates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            title: string;
                            currentVersion: string;
                            latestVersion: string;
                            marketplaceName: string;
                            changelog: {
                                [key: string]: string[];
                            };
                            updateUrl: string;
                        }[];
                        hasUpdates: boolean;
                        totalInstalled: number;
                        /** Format: date-time */
                        checkedAt: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, MARKETPLACE_UNAVAILABLE, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postThemesMarketplaceUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    themeName: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            name: string;
                            info: {
                                title: string;
                                description: string;
                                version: string;
                                author: string;
                            } & {
                                [key: string]: unknown;
                            };
                        };
                        message: string;
                        changelog: string[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, UP_TO_DATE, NOT_FOUND, THEME_INVALID, MARKETPLACE_PACKAGE_INVALID, TOO_MANY_UPLOADS, MARKETPLACE_UNAVAILABLE, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getThemesMarketplaceChangelogThemeName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                themeName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            latestVersion: string;
                            installedVersion: string | null;
                            latestChanges: string[];
                            fullChangelog: {
                                version: string;
                                changes: string[];
                                releaseDate: string | null;
                            }[];
                            hasChanges: boolean;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, MARKETPLACE_UNAVAILABLE, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getThemesMarketplaceChangelogThemeNameVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                themeName: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            latestVersion: string;
                            installedVersion: string | null;
                            latestChanges: string[];
                            fullChangelog: {
                                version: string;
                                changes: string[];
                                releaseDate: string | null;
                            }[];
                            hasChanges: boolean;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, MARKETPLACE_UNAVAILABLE, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getMenu: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            title: string;
                            url: string;
                            order: number;
                            parent: string | null;
                            class?: string;
                            target?: string;
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    putMenu: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id?: string | null;
                    title?: string;
                    url?: string;
                    parent?: string | null;
                    class?: string | null;
                    target?: string | null;
                }[];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postMenu: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id?: string | null;
                    title?: string;
                    url?: string;
                    parent?: string | null;
                    class?: string | null;
                    target?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, DUPLICATE_ID, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    putMenuReorder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    orderedIds: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    putMenuItemId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    url?: string;
                    parent?: string | null;
                    class?: string | null;
                    target?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteMenuItemId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                itemId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postStaticGenerate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    outputDir?: string;
                    baseUrl?: string;
                    cleanUrls?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        options: {
                            outputDir: string;
                            baseUrl: string;
                            cleanUrls: boolean;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, GENERATION_FAILED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getStaticStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @constant */
                        status: "ready";
                        lastGenerated: string | null;
                        settings: {
                            staticOutputDir: string;
                            siteUrl: string;
                            staticCleanUrls: boolean;
                        };
                        current: {
                            id: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "succeeded" | "failed";
                            /** @enum {string} */
                            trigger: "manual" | "event";
                            pagesDone: number;
                            pagesTotal: number;
                            pagesWritten: number;
                            startedAt: string | null;
                            finishedAt: string | null;
                            durationMs: number | null;
                            errors: {
                                message: string;
                                template: string | null;
                                line: number | null;
                                page: string | null;
                                entry: {
                                    /** @enum {string} */
                                    type: "post" | "page";
                                    id: string;
                                } | null;
                            }[];
                        } | null;
                        last: {
                            id: string;
                            /** @enum {string} */
                            state: "queued" | "running" | "succeeded" | "failed";
                            /** @enum {string} */
                            trigger: "manual" | "event";
                            pagesDone: number;
                            pagesTotal: number;
                            pagesWritten: number;
                            startedAt: string | null;
                            finishedAt: string | null;
                            durationMs: number | null;
                            errors: {
                                message: string;
                                template: string | null;
                                line: number | null;
                                page: string | null;
                                entry: {
                                    /** @enum {string} */
                                    type: "post" | "page";
                                    id: string;
                                } | null;
                            }[];
                        } | null;
                        brokenLinks: {
                            page: string;
                            link: string;
                        }[];
                        linkCheck: {
                            generationId: string;
                            /** Format: date-time */
                            checkedAt: string;
                            pages: number;
                            broken: number;
                        } | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postStaticPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    type?: "post" | "page";
                    /** @description Of the stored post or page that is being changed */
                    id?: string;
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Markdown */
                    content?: string | null;
                    /** @description The name of an installed theme; by default the active one */
                    theme?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        html: string;
                        template: string;
                        url: string;
                        removed: {
                            /** @description In the Markdown source, from 1 */
                            line: number;
                            /** @description In lower case; `!--` for a comment */
                            element: string;
                            /** @description Absent where the whole element is concerned */
                            attribute?: string;
                            /** @description `shown-as-text`, `never-closed`, `element`, `attribute` or `address` */
                            reason: string;
                        }[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, NOT_FOUND, PREVIEW_FAILED, LAYOUT_MISSING, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getStaticGenerations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        generations: {
                            id: string;
                            at: string | null;
                            /** @enum {string} */
                            trigger: "manual" | "event";
                            pages: number;
                            live: boolean;
                        }[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postStaticGenerationsIdActivate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        generation: {
                            id: string;
                            at: string | null;
                            /** @enum {string} */
                            trigger: "manual" | "event";
                            pages: number;
                            live: boolean;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, FORBIDDEN, CROSS_ORIGIN, RATE_LIMITED, NOT_FOUND, GENERATION_RUNNING, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getStaticLinks: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description A path from the root of the host, with its fragment */
                            link: string;
                            pagesTotal: number;
                            /** @description Files that have the link, the first 100 */
                            pages: string[];
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getStaticReceipts: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            generationId: string;
                            /** @enum {string} */
                            trigger: "manual" | "event";
                            outputDir: string;
                            /** @enum {string} */
                            state: "planned" | "activated" | "unchanged" | "failed";
                            /** @description Of the first of its changes */
                            acceptedAt: string | null;
                            startedAt: string | null;
                            plannedAt: string | null;
                            renderedAt: string | null;
                            /** @description When readers saw it; null where nothing of it shows on the site */
                            activatedAt: string | null;
                            finishedAt: string | null;
                            changes: {
                                /** @enum {string} */
                                kind: "post" | "page" | "settings" | "theme" | "menu" | "media";
                                /** @description Of what was changed; empty where there is one of its kind */
                                id: string;
                                revision: number;
                                /** @description What happened: created, updated, published, unpublished, deleted, changed, switched, stored … */
                                what: string;
                                title: string | null;
                                slug: string | null;
                                /**
                                 * Format: date-time
                                 * @description When it was saved
                                 */
                                acceptedAt: string;
                            }[];
                            changesTotal: number;
                            files: {
                                total: number;
                                rendered: number;
                                written: number;
                                copied: number;
                                removed: number;
                            };
                            /** @description How many files for which reason; a file may have several */
                            reasons: {
                                /**
                                 * @description Why a file is made; docs/publishing.md explains each
                                 * @enum {string}
                                 */
                                reason: "new" | "requested" | "entry" | "list" | "neighbours" | "media" | "menu" | "settings" | "theme" | "categories" | "tags" | "recentPosts" | "updatedAt" | "feed" | "file" | "program";
                                files: number;
                            }[];
                            error: string | null;
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getStaticReceiptsGenerationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                generationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        receipt: {
                            generationId: string;
                            /** @enum {string} */
                            trigger: "manual" | "event";
                            outputDir: string;
                            /** @enum {string} */
                            state: "planned" | "activated" | "unchanged" | "failed";
                            /** @description Of the first of its changes */
                            acceptedAt: string | null;
                            startedAt: string | null;
                            plannedAt: string | null;
                            renderedAt: string | null;
                            /** @description When readers saw it; null where nothing of it shows on the site */
                            activatedAt: string | null;
                            finishedAt: string | null;
                            changes: {
                                /** @enum {string} */
                                kind: "post" | "page" | "settings" | "theme" | "menu" | "media";
                                /** @description Of what was changed; empty where there is one of its kind */
                                id: string;
                                revision: number;
                                /** @description What happened: created, updated, published, unpublished, deleted, changed, switched, stored … */
                                what: string;
                                title: string | null;
                                slug: string | null;
                                /**
                                 * Format: date-time
                                 * @description When it was saved
                                 */
                                acceptedAt: string;
                            }[];
                            changesTotal: number;
                            files: {
                                total: number;
                                rendered: number;
                                written: number;
                                copied: number;
                                removed: number;
                            };
                            /** @description How many files for which reason; a file may have several */
                            reasons: {
                                /**
                                 * @description Why a file is made; docs/publishing.md explains each
                                 * @enum {string}
                                 */
                                reason: "new" | "requested" | "entry" | "list" | "neighbours" | "media" | "menu" | "settings" | "theme" | "categories" | "tags" | "recentPosts" | "updatedAt" | "feed" | "file" | "program";
                                files: number;
                            }[];
                            error: string | null;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getStaticWhy: {
        parameters: {
            query?: {
                path?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description The file */
                        path: string;
                        /** @enum {string} */
                        kind: "404" | "home" | "post" | "page" | "category" | "tag" | "blog" | "categories" | "sitemap" | "feed" | "theme" | "media";
                        template: string | null;
                        /** @description The post or page that it is the page of */
                        entry: {
                            /** @enum {string} */
                            kind: "post" | "page";
                            id: string;
                            title: string;
                        } | null;
                        /** @description Posts that it lists, or that stand beside its own */
                        shows: {
                            /** @enum {string} */
                            kind: "post" | "page";
                            id: string;
                            title: string;
                        }[];
                        /** @description Values of the whole site that the template names */
                        shared: string[];
                        /** @description Links and images of the site itself */
                        links: string[];
                        lastChange: {
                            generationId: string;
                            /** Format: date-time */
                            at: string;
                            reasons: ("new" | "requested" | "entry" | "list" | "neighbours" | "media" | "menu" | "settings" | "theme" | "categories" | "tags" | "recentPosts" | "updatedAt" | "feed" | "file" | "program")[];
                            /** @description Those that concern the page, while the receipt of the generation is kept */
                            changes: {
                                /** @enum {string} */
                                kind: "post" | "page" | "settings" | "theme" | "menu" | "media";
                                /** @description Of what was changed; empty where there is one of its kind */
                                id: string;
                                revision: number;
                                /** @description What happened: created, updated, published, unpublished, deleted, changed, switched, stored … */
                                what: string;
                                title: string | null;
                                slug: string | null;
                                /**
                                 * Format: date-time
                                 * @description When it was saved
                                 */
                                acceptedAt: string;
                            }[];
                        } | null;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getRedirects: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description Part of an address or target */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            /** @description A path below the root of the site */
                            from: string;
                            /** @description A path or an http(s) address; null for status 410 */
                            to: string | null;
                            status: 301 | 302 | 308 | 410;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        }[];
                        total: number;
                        limit: number | null;
                        offset: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postRedirects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    from: string;
                    to?: string | null;
                    /** @description 301 by default */
                    status?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            /** @description A path below the root of the site */
                            from: string;
                            /** @description A path or an http(s) address; null for status 410 */
                            to: string | null;
                            status: 301 | 302 | 308 | 410;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, DUPLICATE_REDIRECT, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postRedirectsImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        created: number;
                        replaced: number;
                        unchanged: number;
                        refused: {
                            line: number;
                            message: string;
                        }[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, RATE_LIMITED, BODY_TOO_LARGE, FILE_TOO_LARGE, NO_FILE, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    postRedirectsCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    permalinkPost?: string;
                    permalinkPage?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /** @description Posts and pages whose address would change */
                        moved: number;
                        /** @description At most 20 */
                        examples: {
                            from: string;
                            to: string;
                        }[];
                        /** @description Items whose address another one has */
                        collisions: number;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    putRedirectsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    from?: string;
                    to?: string | null;
                    /** @description 301 by default */
                    status?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            id: string;
                            /** @description A path below the root of the site */
                            from: string;
                            /** @description A path or an http(s) address; null for status 410 */
                            to: string | null;
                            status: 301 | 302 | 308 | 410;
                            /** Format: date-time */
                            createdAt: string;
                            /** Format: date-time */
                            updatedAt: string;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, FORBIDDEN, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, RATE_LIMITED, NOT_FOUND, DUPLICATE_REDIRECT, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteRedirectsId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, FORBIDDEN, CROSS_ORIGIN, RATE_LIMITED, NOT_FOUND, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getKindIdAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "posts" | "pages";
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        current: string | null;
                        former: string[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getStaticEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description text/event-stream, until it is closed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, TOO_MANY_STREAMS, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getImagesFilename: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes, with long caching; a Range is answered with 206 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of it */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unchanged */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, NOT_FOUND, RANGE_NOT_SATISFIABLE, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getDocumentsFilename: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes, with long caching; a Range is answered with 206 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of it */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unchanged */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, NOT_FOUND, RANGE_NOT_SATISFIABLE, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        name: string;
                        version: string;
                        docs: string;
                        openapi: string;
                        site: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Error codes: VALIDATION_ERROR, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getOpenapiJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error codes: VALIDATION_ERROR, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Error codes: VALIDATION_ERROR, RATE_LIMITED, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
}
