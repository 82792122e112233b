extension Library {
  /// A story that is longer than any window, so that there is somewhere to scroll to.
  static let longStory = Story(
    id: 6,
    kind: .essay,
    title: "The night shift at Nether Junction",
    summary:
      "A long story for a long evening: one signal box, nine lines, and a train that nobody expected.",
    paragraphs: [
      "The signal box at Nether Junction stood on stilts above nine lines, and from its windows you could "
        + "see all of them at once. On clear nights the rails ran off in nine silver threads, and it was "
        + "Edith Marlow’s work to see to it that no two trains ever wanted the same thread at the same time.",
      "She had forty-two levers. Some moved signals and some moved points, and the difference between "
        + "them, her teacher used to say, was the difference between whether and where. A signal says whether "
        + "a train may go on. Points say where it goes when it does. Nobody who confused the two had ever "
        + "lasted a winter at the junction.",
      "“Ask first, then turn,” old Mr Penhallow had told her on her first night. “Every signal on the way, and "
        + "all of them, mind. It’s no good for nine to say yes if the tenth says no. And when the points have "
        + "turned her on to another road, why, then it’s another road, and you ask every signal on that one, "
        + "from the beginning. I don’t care if she was asked before. She was asked about a different road.”",
      "Edith had thought this fussy. It took her until November to see what he meant.",
      "It was a wet night, with the wind in the west, and the last goods from Harrow Vale was running late. "
        + "At ten past eleven the bell rang twice, paused, and rang once more, which was the code for a train "
        + "that was in nobody’s timetable.",
      "She rang back: what are you, and where are you bound? The answer came slowly, as if the man at the "
        + "other end were reading it off a label in bad light. One engine, two vans. Bound for Old Library Siding.",
      "There was no Old Library Siding. There had been one, years ago, when the county library stood by the "
        + "line and its books came by rail. The library had moved up the hill and the siding had been lifted. But "
        + "the name was still painted on a board beside the window, and under it, in Mr Penhallow’s square hand: "
        + "Send all for Old Library to Bay Three.",
      "So that was easy. Somebody had an old address, and the box knew the new one. Edith set her hand on "
        + "lever seventeen, which would turn the points towards Bay Three, and there she stopped. She had asked "
        + "the signals on the road to the siding, as far as it still existed, and every one had said yes. She had "
        + "not asked the signals on the road to Bay Three, because nobody had told her that the train was going there.",
      "She asked them now. The first said yes. The second said yes. The third, the little one at the throat of the bay, "
        + "said no.",
      "She tried it again, since levers do stick in the wet. No. She took the lamp and put her head out of the "
        + "window. Far down by the bay, where there ought to have been nothing at all, there was a tail lamp, small and red. "
        + "The late goods from Harrow Vale had not been late. It had been standing in Bay Three since half past ten, "
        + "with a hot axle and a guard who had gone to look for a telephone.",
      "If she had turned the points first and asked afterwards, or asked about the old road and never about the "
        + "new one, two vans of somebody’s furniture would have met forty tons of coal in the dark.",
      "Edith put the signal to danger, let the stranger stand, and wrote it all down in the book: the time, the bell, "
        + "the board, the lever that she had not pulled. Then she made tea.",
      "It was not the end of the night. Towards one o’clock the man at Coldharbour stopped answering. She rang, "
        + "and he did not ring back. Now a beginner waits when this happens. She waits politely, and waits, while behind "
        + "her the mail comes up, and the fish, and the empties for the colliery, until all nine lines are full of trains "
        + "that stand and wait for one man who may simply have fallen asleep.",
      "Edith looked at the clock. She gave him the ten minutes that the rules gave him. When they had gone she "
        + "wrote “no answer” beside his train, sent it round by the loop, and let everybody else go on. At twenty to two he rang "
        + "after all, full of apologies. She thanked him, noted the hour, and did not change a thing. His answer had "
        + "come too late to be one.",
      "At three there was a train that went in a circle. This sounds impossible, and it was certainly a nuisance. "
        + "Fairlight had a board which said that all for Staple Cross went by way of Mill Hill. Mill Hill had a board "
        + "which said that all for Staple Cross went by way of Fairlight. Each of them was sure, and each was half right, "
        + "and one small engine with a wagon of turnips had been round three times before anyone thought to count.",
      "“How many times may a train be sent on,” Edith had once asked Mr Penhallow, “before one has to do something?”",
      "“Eight,” he had said at once. “I never met a cargo that needed more than three. But I like to be generous, and "
        + "then I like to be firm.”",
      "She stopped the turnips at the eighth time, wrote down every place they had been through, in order, so that "
        + "the people at Fairlight and Mill Hill could see it for themselves, and went back to her tea, which was cold.",
      "By five the rain had gone. The furniture stood safely where it stood. The coal had been found, and so had its guard. "
        + "The mail was through, and the fish, and the empties. Of all the trains that had passed the box that night, three had been "
        + "in trouble, and not one other had been a minute late because of it. That was the part she was proud of, "
        + "although it is hard to be proud of trains that nobody noticed.",
      "When the day man came up the steps she was looking at the nine lines, which had turned from silver to grey.",
      "“Quiet night?” he asked.",
      "“Very,” said Edith Marlow, and handed him the book.",
    ]
  )
}
