// Types of /api/openapi.json, SHA-256 1707c966b6b9066a0fd6fe82f681d4f5e75f289f928c295c2b53c45db4fda5ea. `npm run generate` writes this file.
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
         * @description Returns the token and sets the session cookie. The rate-limit headers describe the lockout of the username, also if the password is missing; without a username, they describe the general budget. Failed attempts are also limited per client network (429 RATE_LIMITED); a client with the device cookie of an earlier login is exempt.
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
         * @description Ends the session of the token or the cookie, and clears the cookie.
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
         * Read the state of the setup
         * @description Whether the first administrator still has the printed password, and whether the setup is finished.
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
         * Claim the first administrator
         * @description Replaces name, email and password of the administrator whose password was printed. Works once and requires the printed password as `code`; sessions that were started with that password end.
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
         * Finish the setup
         * @description The web interface no longer opens the setup, and the first administrator can no longer be claimed. Idempotent.
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
        /** Read the logged-in user */
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
         * @description A conflict is 500 with code DUPLICATE_USER. A password that is too easy to guess is rejected.
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
         * @description Editors can change their own account, except the role. A new password ends all other sessions of the user. A wrong current password counts like a failed login.
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
    "/api/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the names of all users
         * @description Oldest first. Editors can list these names too, because bylines of the site show them.
         */
        get: operations["getProfiles"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description Newest first. Anonymous clients see published posts only. A large `offset` is slow. `cursor` is fast: set it to the `nextCursor` of a response, and the list continues after the last post of that response. A list whose metadata and content exceed 32 MiB is rejected with an error at `limit`: request fewer items with `limit`, or less content with `summaryView` or `frontmatterOnly`.
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
         * @description Absent fields stay unchanged, null clears a field.
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
         * @description The most used first, 20 by default; drafts count. Names over 200 characters are not listed.
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
         * @description The most used first, 20 by default; drafts count. Names over 200 characters are not listed.
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
         * @description The most used first, 20 by default; drafts count. Names over 200 characters are not listed.
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
         * @description Newest first; all pages unless `limit` is given. Anonymous clients see published pages only. A list whose metadata and content exceed 32 MiB is rejected with an error at `limit`: request fewer items with `limit`, or less content with `summaryView` or `frontmatterOnly`.
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
         * @description Absent fields stay unchanged, null clears a field. Renaming a parent changes the addresses of its children.
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
         * @description Newest first. Numbers increase, with gaps.
         */
        get: operations["getPostsIdRevisions"];
        put?: never;
        /**
         * Store unsaved text as a revision of a post
         * @description Does not change the post itself, so nothing is published. The body is that of a change; slug, status, schedule and position in the tree are ignored.
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
        /** Compare a revision of a post with another revision or with the current post */
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
         * @description Restores title, metadata and content as a new revision. Slug, status, schedule and position in the tree stay unchanged.
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
         * @description Newest first. Numbers increase, with gaps.
         */
        get: operations["getPagesIdRevisions"];
        put?: never;
        /**
         * Store unsaved text as a revision of a page
         * @description Does not change the page itself, so nothing is published. The body is that of a change; slug, status, schedule and position in the tree are ignored.
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
        /** Compare a revision of a page with another revision or with the current page */
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
         * @description Restores title, metadata and content as a new revision. Slug, status, schedule and position in the tree stay unchanged.
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
         * @description In batches of 25. A failing item does not stop the others.
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
         * @description All or nothing. Only admins can change `staticOutputDir`, `allowRawHtml`, `permalinkPost` and `permalinkPage`.
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
         * @description Newest first. Images only, unless `type` is set.
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
         * @description Name, declared type and leading bytes must match. Otherwise the response is 415 (UNSUPPORTED_FILE_TYPE) with a `reason` code and a `message`. If too many images wait for inspection, the response is 503 (BUSY) with Retry-After, and nothing is stored.
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
         * @description A file in use is not deleted (409), unless `clean` removes every use from content, or `force` leaves the uses broken. The error has the number of uses in `referencesFound` and the first 20 entries in `references`; `GET /api/media/{id}/references` lists all.
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
        /** List the uses of a file */
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
         * Propagate alt text and caption to content
         * @description Changes every use whose text equals the old one; all uses if no old text is given.
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
         * Activate a theme
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
         * Roll back to the previous version
         * @description Restores exactly the version that the installed one replaced; a second call undoes it. If the theme is active, the site is generated again.
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
         * @description A ZIP. Installs the theme (201), or updates an installed theme of a lower version (200). Sample pages are rendered first; a rejected theme has its first 100 errors in `faults`, with file, line and hint. `warnings` lists probable mistakes, such as names of values that no page has.
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
        /** List the themes of the marketplace */
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
         * @description Installs the newest version of the theme, or the given one of its `versions`.
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
        /** List available updates of installed themes */
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
         * @description Newest first. For a theme that the marketplace lacks, returns the changelog of its own theme.json.
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
         * @description All or nothing. The order of the array is the order of the menu.
         */
        put: operations["putMenu"];
        /**
         * Add a menu item
         * @description Appends the item. Without an id, one is derived from the title.
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
        /** Reorder the menu */
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
         * @description Absent fields stay unchanged. Null clears parent, class and target, and so does an empty string for parent.
         */
        put: operations["putMenuItemId"];
        post?: never;
        /**
         * Delete a menu item
         * @description Its children move to its parent.
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
         * @description Returns immediately; the generation continues in the background. Options default to the settings.
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
        /** Read configuration, running generation and last generation of the site */
        get: operations["getStaticStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/static/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Hold automatic generations
         * @description Automatic generations wait for the given number of seconds. A second request prolongs or shortens the hold. Requested generations still run.
         */
        put: operations["putStaticHold"];
        post?: never;
        /**
         * End the hold of automatic generations
         * @description Changes that arrived meanwhile start one generation.
         */
        delete: operations["deleteStaticHold"];
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
         * Preview a page
         * @description With a `type`, renders the given unsaved post or page; without one, the home page. Nothing is stored. `removed` lists the first 50 parts of HTML in the body that the page does not show. The HTML contains the files of its theme; other URLs start at the root of this host.
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
         * List stored generations
         * @description At most five, newest first. `at` is when the generation first went live, `live` whether it still is.
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
         * Roll back to a generation
         * @description Takes effect immediately, and lasts until the next generation completes.
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
         * @description Broken internal links and images. Each is listed once; those on the most pages come first. The default `limit` is 20. `pages` has the first 100 pages with the link, and `pagesTotal` is the number of all of them. Up to 10,000 links are stored.
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
         * List the publish history
         * @description Newest first, 20 by default; each with the first 20 of its changes. The last 500 are stored.
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
         * Read one entry of the publish history
         * @description Contains up to 1000 changes.
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
         * Explain a page: its inputs and its last change
         * @description Any file of the live site, by its path: `/blog/x/`, with or without the base path.
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
         * Check which addresses new permalinks would change
         * @description Changes nothing. An absent permalink counts as unchanged.
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
         * @description Absent fields stay unchanged.
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
         * @description `current` is null until the item has been on the site once. Former addresses redirect to it.
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
    "/api/import/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import posts and pages
         * @description At most 100 items, parents before their children. Each item is stored separately: a failing item does not stop the others. A repetition with the same items changes nothing.
         */
        post: operations["postImportItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export posts and pages
         * @description Whole items, drafts included: pages first, each kind by id. For `POST /api/import/items`, sort pages so that parents come before their children. An item that exists during all requests is in exactly one response. Long items reduce the number of items per response below `limit`.
         */
        get: operations["getExportItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/export/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export revisions
         * @description Whole revisions in the order of `GET /api/export/items`, the oldest of each item first. `POST /api/import/items` takes them as `revisions`.
         */
        get: operations["getExportRevisions"];
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
         * Watch the site with server-sent events
         * @description First `status`, in the form of GET /api/static/status. Then, for every generation: `started` and, at most four times a second, `progress` (in the form of `current` in that response); `planned`, and at the end `activated`, `unchanged` or `failed` (in the form of a receipt, with its first 20 changes). `status` and the last three have an `id`: a client that reconnects with it in `Last-Event-ID` gets up to 100 missed events. A comment is sent every 15 seconds. The stream ends within two seconds after the session or the administrator role ends, when the server stops, and after an hour. A user may open 8 streams at a time.
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
         * Entry point
         * @description An HTML page for browsers, JSON for other clients.
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
        /** This API as an HTML page */
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
                    /** @description The password that the first start printed */
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
                            /** @description Full name. */
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
                            /** @description Full name. */
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
                            /** @description Full name. */
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
                            /** @description Full name. */
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
                            /** @description Full name. */
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
                    /** @description Current password of the calling user. Required with the session cookie if the user changes their own password or email; optional with a bearer token, but checked if present. */
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
                            /** @description Full name. */
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
    getProfiles: {
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
                            username: string;
                            /** @description Full name */
                            displayName?: string;
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
                sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "publishedAt" | "-publishedAt" | "title" | "-title";
                /** @description The `nextCursor` of an earlier response, instead of an offset */
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
                                language?: string;
                                translationOf?: string;
                                seoTitle?: string;
                                metaDescription?: string;
                                canonicalUrl?: string;
                                noindex?: boolean;
                                socialImage?: {
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
                                /**
                                 * Format: date-time
                                 * @description When it was first published.
                                 */
                                publishedAt?: string;
                                author?: string;
                                authors?: string[];
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
                /** @description The same key and body within 24 hours return the first response again */
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
                        /** @description BCP 47 tag of the item; absent for the language of the site */
                        language?: string | null;
                        /** @description Id of the item of the same kind that this item translates */
                        translationOf?: string | null;
                        featuredImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description Title in the head of the page, in place of `title` */
                        seoTitle?: string | null;
                        /** @description Description for search engines, in place of the excerpt */
                        metaDescription?: string | null;
                        /** @description Absolute http(s) URL of the preferred address of this text */
                        canonicalUrl?: string | null;
                        /** @description Asks search engines to leave the page out; it is not in the sitemap either */
                        noindex?: boolean | null;
                        /** @description Image for links to the page, in place of `featuredImage` */
                        socialImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description When a draft is published automatically. A past date publishes immediately. Absent on published items */
                        publishAt?: string | null;
                        /** @description When a published item becomes a draft automatically. A past date takes effect immediately. Must be after `publishAt` */
                        unpublishAt?: string | null;
                        /** @description Identity of an imported item in its source; unique, at most 500 characters */
                        sourceKey?: string | null;
                        /** @description The date that readers see. Set by the first publication; an instant in the future is refused */
                        publishedAt?: string | null;
                        author?: string | null;
                        /** @description Usernames. The first is the main author and equals `author`. Null leaves `author` unchanged */
                        authors?: string[] | null;
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
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_MISMATCH, IDEMPOTENCY_IN_PROGRESS, RATE_LIMITED, DUPLICATE_SLUG, DUPLICATE_SOURCE_KEY, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
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
                /** @description Returns 304 when the item is still the same */
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
                    /** @description Strong, over the whole response */
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
                            language?: string;
                            translationOf?: string;
                            seoTitle?: string;
                            metaDescription?: string;
                            canonicalUrl?: string;
                            noindex?: boolean;
                            socialImage?: {
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
                            /**
                             * Format: date-time
                             * @description When it was first published.
                             */
                            publishedAt?: string;
                            author: string;
                            authors?: string[];
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
            /** @description The item still has the ETag in If-None-Match */
            304: {
                headers: {
                    /** @description Strong, over the whole response */
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
                /** @description Returns 412 when the item has changed */
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
                        /** @description BCP 47 tag of the item; absent for the language of the site */
                        language?: string | null;
                        /** @description Id of the item of the same kind that this item translates */
                        translationOf?: string | null;
                        featuredImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description Title in the head of the page, in place of `title` */
                        seoTitle?: string | null;
                        /** @description Description for search engines, in place of the excerpt */
                        metaDescription?: string | null;
                        /** @description Absolute http(s) URL of the preferred address of this text */
                        canonicalUrl?: string | null;
                        /** @description Asks search engines to leave the page out; it is not in the sitemap either */
                        noindex?: boolean | null;
                        /** @description Image for links to the page, in place of `featuredImage` */
                        socialImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description When a draft is published automatically. A past date publishes immediately. Absent on published items */
                        publishAt?: string | null;
                        /** @description When a published item becomes a draft automatically. A past date takes effect immediately. Must be after `publishAt` */
                        unpublishAt?: string | null;
                        /** @description Identity of an imported item in its source; unique, at most 500 characters */
                        sourceKey?: string | null;
                        /** @description The date that readers see. Set by the first publication; an instant in the future is refused */
                        publishedAt?: string | null;
                        author?: string | null;
                        /** @description Usernames. The first is the main author and equals `author`. Null leaves `author` unchanged */
                        authors?: string[] | null;
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
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, PRECONDITION_FAILED, RATE_LIMITED, NOT_FOUND, DUPLICATE_SLUG, DUPLICATE_SOURCE_KEY, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
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
                /** @description Returns 412 when the item has changed */
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
                /** @description Part of the name, case- and accent-insensitive */
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
                /** @description Part of the name, case- and accent-insensitive */
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
                /** @description Part of the name, case- and accent-insensitive */
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
                                language?: string;
                                translationOf?: string;
                                seoTitle?: string;
                                metaDescription?: string;
                                canonicalUrl?: string;
                                noindex?: boolean;
                                socialImage?: {
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
                                /**
                                 * Format: date-time
                                 * @description When it was first published.
                                 */
                                publishedAt?: string;
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
                /** @description The same key and body within 24 hours return the first response again */
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
                        /** @description BCP 47 tag of the item; absent for the language of the site */
                        language?: string | null;
                        /** @description Id of the item of the same kind that this item translates */
                        translationOf?: string | null;
                        featuredImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description Title in the head of the page, in place of `title` */
                        seoTitle?: string | null;
                        /** @description Description for search engines, in place of the excerpt */
                        metaDescription?: string | null;
                        /** @description Absolute http(s) URL of the preferred address of this text */
                        canonicalUrl?: string | null;
                        /** @description Asks search engines to leave the page out; it is not in the sitemap either */
                        noindex?: boolean | null;
                        /** @description Image for links to the page, in place of `featuredImage` */
                        socialImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description When a draft is published automatically. A past date publishes immediately. Absent on published items */
                        publishAt?: string | null;
                        /** @description When a published item becomes a draft automatically. A past date takes effect immediately. Must be after `publishAt` */
                        unpublishAt?: string | null;
                        /** @description Identity of an imported item in its source; unique, at most 500 characters */
                        sourceKey?: string | null;
                        /** @description The date that readers see. Set by the first publication; an instant in the future is refused */
                        publishedAt?: string | null;
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
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_MISMATCH, IDEMPOTENCY_IN_PROGRESS, RATE_LIMITED, DUPLICATE_SLUG, DUPLICATE_SOURCE_KEY, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
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
                /** @description Returns 304 when the item is still the same */
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
                    /** @description Strong, over the whole response */
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
                            language?: string;
                            translationOf?: string;
                            seoTitle?: string;
                            metaDescription?: string;
                            canonicalUrl?: string;
                            noindex?: boolean;
                            socialImage?: {
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
                            /**
                             * Format: date-time
                             * @description When it was first published.
                             */
                            publishedAt?: string;
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
            /** @description The item still has the ETag in If-None-Match */
            304: {
                headers: {
                    /** @description Strong, over the whole response */
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
                /** @description Returns 412 when the item has changed */
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
                        /** @description BCP 47 tag of the item; absent for the language of the site */
                        language?: string | null;
                        /** @description Id of the item of the same kind that this item translates */
                        translationOf?: string | null;
                        featuredImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description Title in the head of the page, in place of `title` */
                        seoTitle?: string | null;
                        /** @description Description for search engines, in place of the excerpt */
                        metaDescription?: string | null;
                        /** @description Absolute http(s) URL of the preferred address of this text */
                        canonicalUrl?: string | null;
                        /** @description Asks search engines to leave the page out; it is not in the sitemap either */
                        noindex?: boolean | null;
                        /** @description Image for links to the page, in place of `featuredImage` */
                        socialImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description When a draft is published automatically. A past date publishes immediately. Absent on published items */
                        publishAt?: string | null;
                        /** @description When a published item becomes a draft automatically. A past date takes effect immediately. Must be after `publishAt` */
                        unpublishAt?: string | null;
                        /** @description Identity of an imported item in its source; unique, at most 500 characters */
                        sourceKey?: string | null;
                        /** @description The date that readers see. Set by the first publication; an instant in the future is refused */
                        publishedAt?: string | null;
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
            /** @description Error codes: VALIDATION_ERROR, MALFORMED_URL, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, REQUEST_TIMEOUT, PRECONDITION_FAILED, RATE_LIMITED, NOT_FOUND, DUPLICATE_SLUG, DUPLICATE_SOURCE_KEY, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
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
                /** @description Returns 412 when the item has changed */
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
                            /** @description Author of the revision; `scheduler` for a scheduled change, empty if unknown */
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** @description Names of the fields that differ from the previous revision */
                            changed: string[];
                            /** @description True for unsaved text that was stored only as a revision: the item never had this state */
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
                        /** @description BCP 47 tag of the item; absent for the language of the site */
                        language?: string | null;
                        /** @description Id of the item of the same kind that this item translates */
                        translationOf?: string | null;
                        featuredImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description Title in the head of the page, in place of `title` */
                        seoTitle?: string | null;
                        /** @description Description for search engines, in place of the excerpt */
                        metaDescription?: string | null;
                        /** @description Absolute http(s) URL of the preferred address of this text */
                        canonicalUrl?: string | null;
                        /** @description Asks search engines to leave the page out; it is not in the sitemap either */
                        noindex?: boolean | null;
                        /** @description Image for links to the page, in place of `featuredImage` */
                        socialImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description When a draft is published automatically. A past date publishes immediately. Absent on published items */
                        publishAt?: string | null;
                        /** @description When a published item becomes a draft automatically. A past date takes effect immediately. Must be after `publishAt` */
                        unpublishAt?: string | null;
                        /** @description Identity of an imported item in its source; unique, at most 500 characters */
                        sourceKey?: string | null;
                        /** @description The date that readers see. Set by the first publication; an instant in the future is refused */
                        publishedAt?: string | null;
                        author?: string | null;
                        /** @description Usernames. The first is the main author and equals `author`. Null leaves `author` unchanged */
                        authors?: string[] | null;
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
                            /** @description Author of the revision; `scheduler` for a scheduled change, empty if unknown */
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** @description Names of the fields that differ from the previous revision */
                            changed: string[];
                            /** @description True for unsaved text that was stored only as a revision: the item never had this state */
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
                            /** @description Author of the revision; `scheduler` for a scheduled change, empty if unknown */
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** @description Names of the fields that differ from the previous revision */
                            changed: string[];
                            /** @description True for unsaved text that was stored only as a revision: the item never had this state */
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
                /** @description Returns 412 when the item has changed */
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
                            /** @description Author of the revision; `scheduler` for a scheduled change, empty if unknown */
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** @description Names of the fields that differ from the previous revision */
                            changed: string[];
                            /** @description True for unsaved text that was stored only as a revision: the item never had this state */
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
                        /** @description BCP 47 tag of the item; absent for the language of the site */
                        language?: string | null;
                        /** @description Id of the item of the same kind that this item translates */
                        translationOf?: string | null;
                        featuredImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description Title in the head of the page, in place of `title` */
                        seoTitle?: string | null;
                        /** @description Description for search engines, in place of the excerpt */
                        metaDescription?: string | null;
                        /** @description Absolute http(s) URL of the preferred address of this text */
                        canonicalUrl?: string | null;
                        /** @description Asks search engines to leave the page out; it is not in the sitemap either */
                        noindex?: boolean | null;
                        /** @description Image for links to the page, in place of `featuredImage` */
                        socialImage?: ({
                            id?: string | null;
                            url?: string | null;
                            alt?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description When a draft is published automatically. A past date publishes immediately. Absent on published items */
                        publishAt?: string | null;
                        /** @description When a published item becomes a draft automatically. A past date takes effect immediately. Must be after `publishAt` */
                        unpublishAt?: string | null;
                        /** @description Identity of an imported item in its source; unique, at most 500 characters */
                        sourceKey?: string | null;
                        /** @description The date that readers see. Set by the first publication; an instant in the future is refused */
                        publishedAt?: string | null;
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
                            /** @description Author of the revision; `scheduler` for a scheduled change, empty if unknown */
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** @description Names of the fields that differ from the previous revision */
                            changed: string[];
                            /** @description True for unsaved text that was stored only as a revision: the item never had this state */
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
                            /** @description Author of the revision; `scheduler` for a scheduled change, empty if unknown */
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            /** @description Names of the fields that differ from the previous revision */
                            changed: string[];
                            /** @description True for unsaved text that was stored only as a revision: the item never had this state */
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
                /** @description Returns 412 when the item has changed */
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
                            /** @description Number of newest posts in rss.xml. */
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
                            /** @description Id of an image of the media library, or empty. */
                            siteLogo: string;
                            /** @description Favicon and app icons: id of an image of the media library, or empty. */
                            siteIcon: string;
                            /** @description #rrggbb, or empty for the color of the theme. */
                            siteAccentColor: string;
                            /** @description At most 20. */
                            socialLinks: {
                                title: string;
                                url: string;
                            }[];
                            /** @description Posts and pages without an image have a social card. */
                            socialCards: boolean;
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
                    siteLogo?: string;
                    siteIcon?: string;
                    siteAccentColor?: string;
                    socialLinks?: {
                        title: string;
                        url: string;
                    }[];
                    socialCards?: boolean;
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
                            /** @description Number of newest posts in rss.xml. */
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
                            /** @description Id of an image of the media library, or empty. */
                            siteLogo?: string;
                            /** @description Favicon and app icons: id of an image of the media library, or empty. */
                            siteIcon?: string;
                            /** @description #rrggbb, or empty for the color of the theme. */
                            siteAccentColor?: string;
                            /** @description At most 20. */
                            socialLinks?: {
                                title: string;
                                url: string;
                            }[];
                            /** @description Posts and pages without an image have a social card. */
                            socialCards?: boolean;
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
                            /** @description SHA-256 of the stored bytes, hex */
                            digest: string;
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
                            /** @description Narrower versions of a raster image; empty until they are rendered, shortly after the upload */
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
            query?: {
                /** @description For imports by administrators: id of the file, a UUID in lower case */
                id?: string;
                /** @description For imports by administrators: when the file was first uploaded. A future date counts as absent */
                createdAt?: string;
            };
            header?: {
                /** @description The same key and body within 24 hours return the first response again */
                "Idempotency-Key"?: string;
            };
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
                            /** @description SHA-256 of the stored bytes, hex */
                            digest: string;
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
                            /** @description Narrower versions of a raster image; empty until they are rendered, shortly after the upload */
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
            /** @description Error codes: VALIDATION_ERROR, UNAUTHORIZED, CROSS_ORIGIN, MALFORMED_BODY, UNSUPPORTED_CONTENT_TYPE, INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_MISMATCH, IDEMPOTENCY_IN_PROGRESS, RATE_LIMITED, NO_FILE, FILE_TOO_LARGE, IMAGE_TOO_LARGE, UNSUPPORTED_FILE_TYPE, BUSY, FORBIDDEN, DUPLICATE_ID, UPSTREAM_UNAVAILABLE, INTERNAL_ERROR */
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
                            /** @description SHA-256 of the stored bytes, hex */
                            digest: string;
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
                            /** @description Narrower versions of a raster image; empty until they are rendered, shortly after the upload */
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
                            referenceType: "featuredImage" | "socialImage" | "siteLogo" | "siteIcon" | "embedded";
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
                            referenceType: "featuredImage" | "socialImage" | "siteLogo" | "siteIcon" | "embedded";
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
                        heldUntil: string | null;
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
    putStaticHold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    seconds: number;
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
                        heldUntil: string | null;
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
    deleteStaticHold: {
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
                    /** @description Id of the stored post or page that is edited */
                    id?: string;
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description Markdown */
                    content?: string | null;
                    /** @description Name of an installed theme; default: the active one */
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
                            /** @description 1-based line in the Markdown source */
                            line: number;
                            /** @description Lower case; `!--` for a comment */
                            element: string;
                            /** @description Absent if the whole element is affected */
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
                            /** @description Path from the root of the host, with its fragment */
                            link: string;
                            pagesTotal: number;
                            /** @description The first 100 files that contain the link */
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
                            /** @description When the first of its changes was saved */
                            acceptedAt: string | null;
                            startedAt: string | null;
                            plannedAt: string | null;
                            renderedAt: string | null;
                            /** @description When readers saw it; null if the site did not change */
                            activatedAt: string | null;
                            finishedAt: string | null;
                            changes: {
                                /** @enum {string} */
                                kind: "post" | "page" | "settings" | "theme" | "menu" | "media" | "user";
                                /** @description Id of the changed item; empty for singletons such as the settings */
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
                            /** @description Number of files per reason; a file may have several */
                            reasons: {
                                /**
                                 * @description Why a file is generated; docs/publishing.md explains each reason
                                 * @enum {string}
                                 */
                                reason: "new" | "requested" | "entry" | "list" | "neighbours" | "media" | "menu" | "settings" | "theme" | "authors" | "categories" | "tags" | "recentPosts" | "updatedAt" | "feed" | "file" | "program";
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
                            /** @description When the first of its changes was saved */
                            acceptedAt: string | null;
                            startedAt: string | null;
                            plannedAt: string | null;
                            renderedAt: string | null;
                            /** @description When readers saw it; null if the site did not change */
                            activatedAt: string | null;
                            finishedAt: string | null;
                            changes: {
                                /** @enum {string} */
                                kind: "post" | "page" | "settings" | "theme" | "menu" | "media" | "user";
                                /** @description Id of the changed item; empty for singletons such as the settings */
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
                            /** @description Number of files per reason; a file may have several */
                            reasons: {
                                /**
                                 * @description Why a file is generated; docs/publishing.md explains each reason
                                 * @enum {string}
                                 */
                                reason: "new" | "requested" | "entry" | "list" | "neighbours" | "media" | "menu" | "settings" | "theme" | "authors" | "categories" | "tags" | "recentPosts" | "updatedAt" | "feed" | "file" | "program";
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
                        kind: "404" | "home" | "post" | "page" | "category" | "tag" | "author" | "blog" | "categories" | "sitemap" | "feed" | "theme" | "media";
                        template: string | null;
                        /** @description The post or page that it shows */
                        entry: {
                            /** @enum {string} */
                            kind: "post" | "page";
                            id: string;
                            title: string;
                        } | null;
                        /** @description Posts that it lists or links to as neighbours */
                        shows: {
                            /** @enum {string} */
                            kind: "post" | "page";
                            id: string;
                            title: string;
                        }[];
                        /** @description Site-wide values that the template uses */
                        shared: string[];
                        /** @description Internal links and images */
                        links: string[];
                        lastChange: {
                            generationId: string;
                            /** Format: date-time */
                            at: string;
                            reasons: ("new" | "requested" | "entry" | "list" | "neighbours" | "media" | "menu" | "settings" | "theme" | "authors" | "categories" | "tags" | "recentPosts" | "updatedAt" | "feed" | "file" | "program")[];
                            /** @description Changes that affected the page, while the receipt of the generation is stored */
                            changes: {
                                /** @enum {string} */
                                kind: "post" | "page" | "settings" | "theme" | "menu" | "media" | "user";
                                /** @description Id of the changed item; empty for singletons such as the settings */
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
                        /** @description Number of posts and pages whose address would change */
                        moved: number;
                        /** @description At most 20 */
                        examples: {
                            from: string;
                            to: string;
                        }[];
                        /** @description Number of posts and pages that the site would omit, because another item has the same address */
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
    postImportItems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: {
                        /** @enum {string} */
                        type: "post" | "page";
                        /** @description All fields of a new item, and `id`, `createdAt`, `updatedAt`, `publishedAt`, `author`, `aliases` and `sourceKey`. `sourceKey` or `id` is required */
                        metadata: {
                            [key: string]: unknown;
                        };
                        /** @description Markdown */
                        content?: string | null;
                        /**
                         * @description Default: that of the request
                         * @enum {string}
                         */
                        onExisting?: "skip" | "replace" | "fail";
                        /** @description History of an item that is created, the oldest first */
                        revisions?: {
                            revision: number;
                            author: string;
                            /** Format: date-time */
                            createdAt: string;
                            title: string;
                            slug: string;
                            /** @enum {string} */
                            status: "published" | "draft";
                            changed: string[];
                            snapshot: boolean;
                            metadata: {
                                [key: string]: unknown;
                            };
                            content: string;
                        }[];
                    }[];
                    /**
                     * @description What happens to items of an earlier import: `skip` (default), `replace` or `fail`
                     * @enum {string}
                     */
                    onExisting?: "skip" | "replace" | "fail";
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
                        /** @description In the order of the items */
                        results: {
                            /** @enum {string} */
                            type: "post" | "page";
                            sourceKey?: string;
                            success: boolean;
                            result?: {
                                id: string;
                                slug: string;
                                /** @enum {string} */
                                status: "created" | "replaced" | "unchanged";
                            };
                            /** @description Present on failure; the same code as for a single request */
                            code?: string;
                            error?: string;
                            details?: {
                                path: string;
                                message: string;
                            }[];
                        }[];
                        totalItems: number;
                        successCount: number;
                        errorCount: number;
                        created: number;
                        replaced: number;
                        unchanged: number;
                        message: string;
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
    getExportItems: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of an earlier response */
                cursor?: string;
                limit?: number;
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
                            /** @enum {string} */
                            type: "post" | "page";
                            /** @description All fields, as in responses of lists. `aliases` has the former addresses, too */
                            metadata: {
                                [key: string]: unknown;
                            };
                            content: string;
                        }[];
                        nextCursor: string | null;
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
    getExportRevisions: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of an earlier response */
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
                            /** @enum {string} */
                            type: "post" | "page";
                            id: string;
                            revision: {
                                revision: number;
                                /** @description Author of the revision; `scheduler` for a scheduled change, empty if unknown */
                                author: string;
                                /** Format: date-time */
                                createdAt: string;
                                title: string;
                                /** @enum {string} */
                                status: "published" | "draft";
                                /** @description Names of the fields that differ from the previous revision */
                                changed: string[];
                                /** @description True for unsaved text that was stored only as a revision: the item never had this state */
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
                        }[];
                        nextCursor: string | null;
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
